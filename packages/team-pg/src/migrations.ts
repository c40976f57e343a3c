/**
 * Forwards only: what stands here has been run somewhere and is never changed; what comes later is added below.
 * The log of a space has no gaps, because its numbers are given under the lock of the space's row.
 */
export const MIGRATIONS: readonly string[] = [
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
  // What a server keeps of its clients, so that any other can go on. Limits may be lost: they are not worth a flush a request.
  `create table shoko.sessions (
     space integer not null references shoko.spaces,
     id text not null,
     principal text not null,
     initialize text not null,
     memory jsonb not null default '{}',
     subscriptions text[] not null default '{}',
     server text not null,
     used_at timestamptz not null default clock_timestamp(),
     primary key (space, id)
   );
   create index sessions_by_principal on shoko.sessions (space, principal, used_at);
   create table shoko.session_events (
     space integer not null references shoko.spaces,
     id bigint generated always as identity,
     principal text not null,
     session text not null,
     stream text not null,
     message text not null,
     primary key (space, id)
   );
   create index session_events_by_stream on shoko.session_events (space, session, stream, id);
   create index session_events_by_principal on shoko.session_events (space, principal, id);
   create table shoko.event_totals (
     space integer not null references shoko.spaces,
     principal text not null,
     events bigint not null,
     bytes bigint not null,
     primary key (space, principal)
   );
   create table shoko.handles (
     space integer not null references shoko.spaces,
     id text not null,
     owner text not null,
     value text not null,
     number bigint generated always as identity,
     expires timestamptz not null,
     primary key (space, id)
   );
   create index handles_by_owner on shoko.handles (space, owner, number);
   create table shoko.stats (
     space integer not null references shoko.spaces,
     ts bigint not null,
     cut_off boolean not null,
     said jsonb not null
   );
   create index stats_by_time on shoko.stats (space, ts);
   create unlogged table shoko.limits (
     space integer not null,
     caller text not null,
     tokens double precision not null,
     at double precision not null,
     primary key (space, caller)
   );

   create function shoko.store_event(
     of_space integer, of_session text, by_server text, on_stream text, said text, is_alone boolean,
     most_events bigint, most_bytes bigint
   ) returns bigint language plpgsql as $$
   declare
     who text;
     at_server text;
     number bigint;
     kept_events bigint;
     kept_bytes bigint;
     gone bigint;
   begin
     select s.principal, s.server into who, at_server from shoko.sessions s where s.space = of_space and s.id = of_session;
     if who is null or (is_alone and at_server <> by_server) then return null; end if;
     insert into shoko.event_totals as t (space, principal, events, bytes) values (of_space, who, 1, octet_length(said))
       on conflict (space, principal) do update set events = t.events + 1, bytes = t.bytes + excluded.bytes
       returning t.events, t.bytes into kept_events, kept_bytes;
     insert into shoko.session_events (space, principal, session, stream, message)
       values (of_space, who, of_session, on_stream, said) returning id into number;
     while kept_events > most_events or kept_bytes > most_bytes loop
       delete from shoko.session_events e where e.space = of_space and e.id = (
         select min(o.id) from shoko.session_events o where o.space = of_space and o.principal = who
       ) returning octet_length(e.message) into gone;
       exit when gone is null;
       kept_events := kept_events - 1;
       kept_bytes := kept_bytes - gone;
       update shoko.event_totals set events = kept_events, bytes = kept_bytes where space = of_space and principal = who;
     end loop;
     return number;
   end $$;

   create function shoko.forget_events(of_space integer, of_session text) returns void language plpgsql as $$
   begin
     with gone as (
       delete from shoko.session_events e where e.space = of_space and e.session = of_session
       returning e.principal, octet_length(e.message) as size
     ), sums as (select principal, count(*) as events, sum(size) as bytes from gone group by principal)
     update shoko.event_totals t set events = t.events - s.events, bytes = t.bytes - s.bytes
       from sums s where t.space = of_space and t.principal = s.principal;
   end $$;

   create function shoko.end_session(of_space integer, of_session text) returns void language plpgsql as $$
   begin
     delete from shoko.sessions where space = of_space and id = of_session;
     perform shoko.forget_events(of_space, of_session);
   end $$;

   create function shoko.take_tokens(
     of_space integer, by_caller text, per_minute double precision, messages double precision, now_ms double precision
   ) returns integer language plpgsql as $$
   declare
     had double precision;
     since double precision;
   begin
     insert into shoko.limits values (of_space, by_caller, per_minute, now_ms) on conflict do nothing;
     select l.tokens, l.at into had, since from shoko.limits l where l.space = of_space and l.caller = by_caller for update;
     had := least(per_minute, had + greatest(0, now_ms - since) / 60000 * per_minute);
     update shoko.limits set tokens = case when had < messages then had else had - messages end, at = greatest(since, now_ms)
       where space = of_space and caller = by_caller;
     if had >= messages then return null; end if;
     return ceil((least(messages, per_minute) - had) / per_minute * 60);
   end $$;`,
  // Mostly nothing is new, and that is said without a search.
  `create or replace function shoko.news(of_space integer, taken bigint, most integer)
     returns table (head bigint, known_id uuid, last bigint, last_id uuid, seq bigint, path text, after text, bytes bytea)
     stable language plpgsql as $$
   begin
     select s.head, k.id into head, known_id from shoko.spaces s
       left join shoko.changes k on k.space = s.id and k.seq = taken where s.id = of_space;
     if head = taken then
       last := head;
       last_id := known_id;
       return next;
       return;
     end if;
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
   end $$;`,
  // The bell rings at most every so often: a stroke wakes a process of the database and a server for each server. `quiet_ms` null: not
  // at all, another change of the same transaction does. Who commits without a stroke sees to it that one comes (bell.ts).
  `alter table shoko.spaces add column rung timestamptz not null default '-infinity';

   create function shoko.commit_change(
     of_space integer, change_id uuid, by_author text, by_tool text,
     paths text[], befores text[], afters text[], hashes text[], contents bytea[], quiet_ms double precision
   ) returns bigint language plpgsql as $$
   declare
     moment timestamptz := clock_timestamp();
     number bigint;
     rings boolean;
   begin
     update shoko.spaces set head = head + 1,
       rung = case when rung > moment - quiet_ms * interval '1 millisecond' and rung <= moment or quiet_ms is null then rung else moment end
       where id = of_space returning head, rung = moment into number, rings;
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
     if rings then perform pg_notify('shoko', of_space || ' ' || number); end if;
     return number;
   end $$;

   create or replace function shoko.commit_change(
     of_space integer, change_id uuid, by_author text, by_tool text,
     paths text[], befores text[], afters text[], hashes text[], contents bytea[]
   ) returns bigint language sql as $$
     select shoko.commit_change(of_space, change_id, by_author, by_tool, paths, befores, afters, hashes, contents, 0)
   $$;`,
]
