import type { PoolClient } from 'pg'
import { MIGRATIONS } from './migrations.ts'

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
