import type { PoolClient } from 'pg'

/**
 * Forwards only: what stands here has been run somewhere and is never changed; what comes later is added below.
 * The log of a space has no gaps, because its numbers are given under the lock of the space's row.
 */
const MIGRATIONS: readonly string[] = [
  `create table shoko.spaces (
     id integer generated always as identity primary key,
     name text not null unique,
     head bigint not null default 0
   );
   create table shoko.locks (
     space integer not null references shoko.spaces,
     name text not null,
     primary key (space, name)
   );
   create table shoko.blobs (
     space integer not null references shoko.spaces,
     hash text not null,
     bytes bytea not null,
     primary key (space, hash)
   );
   create table shoko.documents (
     space integer not null references shoko.spaces,
     path text collate "C" not null,
     hash text not null,
     seq bigint not null,
     primary key (space, path)
   );
   create table shoko.changes (
     space integer not null references shoko.spaces,
     seq bigint not null,
     id uuid not null unique,
     at timestamptz not null default clock_timestamp(),
     author text not null,
     tool text not null,
     primary key (space, seq)
   );
   create table shoko.change_files (
     space integer not null,
     seq bigint not null,
     path text collate "C" not null,
     before text,
     after text,
     primary key (space, seq, path),
     foreign key (space, seq) references shoko.changes
   );
   create index change_files_by_path on shoko.change_files (space, path, seq);

   create function shoko.commit_change(
     of_space integer, change_id uuid, by_author text, by_tool text,
     paths text[], befores text[], afters text[], hashes text[], contents bytea[]
   ) returns bigint language plpgsql as $$
   declare
     number bigint;
   begin
     update shoko.spaces set head = head + 1 where id = of_space returning head into number;
     if number is null then raise exception 'no such space'; end if;
     if exists (
       select 1 from unnest(paths, befores) as written(path, before)
       left join shoko.documents d on d.space = of_space and d.path = written.path
       where right(written.path, 1) <> '/' and d.hash is distinct from written.before
     ) then
       raise exception 'a document is not what it was when the change began' using errcode = '40001';
     end if;
     insert into shoko.blobs (space, hash, bytes)
       select of_space, hash, bytes from unnest(hashes, contents) as content(hash, bytes) on conflict do nothing;
     insert into shoko.changes (space, seq, id, author, tool) values (of_space, number, change_id, by_author, by_tool);
     insert into shoko.change_files (space, seq, path, before, after)
       select of_space, number, path, before, after from unnest(paths, befores, afters) as written(path, before, after);
     delete from shoko.documents d using unnest(paths, afters) as written(path, after)
       where d.space = of_space and d.path = written.path and written.after is null;
     insert into shoko.documents (space, path, hash, seq)
       select of_space, path, after, number from unnest(paths, afters) as written(path, after) where after is not null
       on conflict (space, path) do update set hash = excluded.hash, seq = excluded.seq;
     perform pg_notify('shoko', of_space || ' ' || number);
     return number;
   end $$;`,
  // What is new, and a section's beginning, each in one question.
  `create function shoko.news(of_space integer, taken bigint, most integer)
     returns table (head bigint, known_id uuid, last bigint, last_id uuid, seq bigint, path text, after text, bytes bytea)
     stable language plpgsql as $$
   begin
     return query
       select s.head, k.id, n.last, c.id, f.seq, f.path, f.after, b.bytes
       from shoko.spaces s
       cross join lateral (select least(s.head, taken + most) as last) n
       left join shoko.changes k on k.space = s.id and k.seq = taken
       left join shoko.changes c on c.space = s.id and c.seq = n.last
       left join lateral (
         select distinct on (g.path) g.seq, g.path, g.after from shoko.change_files g
         where g.space = of_space and g.seq > taken and g.seq <= taken + most order by g.path, g.seq desc
       ) f on true
       left join shoko.blobs b on b.space = of_space and b.hash = f.after
       where s.id = of_space;
   end $$;

   create function shoko.enter(of_space integer, lock text, patience_ms integer, taken bigint, most integer)
     returns table (head bigint, known_id uuid, last bigint, last_id uuid, seq bigint, path text, after text, bytes bytea)
     language plpgsql as $$
   begin
     perform set_config('lock_timeout', patience_ms::text, true);
     perform 1 from shoko.locks l where l.space = of_space and l.name = lock for update;
     if not found then
       insert into shoko.locks (space, name) values (of_space, lock) on conflict do nothing;
       perform 1 from shoko.locks l where l.space = of_space and l.name = lock for update;
     end if;
     perform set_config('lock_timeout', '5s', true);
     return query select * from shoko.news(of_space, taken, most);
   end $$;`,
]

const ADVISORY_LOCK = 0x5b0c0
const NEWEST = MIGRATIONS.length

/** The schema is another one than this program knows. The message is for the operator. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

/** Brings the schema up to what this program knows, while no other server does. `make`: also where there is none yet. */
export async function migrate(client: PoolClient, { make }: { readonly make: boolean }): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
  try {
    let version = await versionOf(client)
    if (version === undefined && !make) throw new SchemaError('the database holds no workspace yet; run: shoko team init')
    if (version === undefined) {
      await client.query('create schema if not exists shoko; create table shoko.schema (version integer not null)')
      await client.query('insert into shoko.schema values (0)')
      version = 0
    }
    if (version > NEWEST)
      throw new SchemaError(
        `the database has schema ${version}, and this server knows up to ${NEWEST}: a newer server has upgraded it; upgrade this one too`,
      )
    for (const [at, statements] of MIGRATIONS.entries()) {
      if (at < version) continue
      await client.query(`begin; ${statements}; update shoko.schema set version = ${at + 1}; commit`)
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch(() => {}) // goes with the connection otherwise
  }
}

async function versionOf(client: PoolClient): Promise<number | undefined> {
  const known = await client.query<{ there: boolean }>(`select to_regclass('shoko.schema') is not null as there`)
  if (known.rows[0]?.there !== true) return undefined
  return (await client.query<{ version: number }>('select version from shoko.schema')).rows[0]?.version
}
