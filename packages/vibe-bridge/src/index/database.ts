import { DatabaseSync } from 'node:sqlite'
import { DomainError } from '@shoko/contract'
import { PlantedFileError, prepareOwnDatabase } from '@shoko/core-fs'
import type { VibeReason } from '../reasons.ts'
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './schema.ts'

export const IN_MEMORY = ':memory:'

/** How long a statement waits for another process; its transactions take milliseconds. It blocks this process, so not long. */
const BUSY_TIMEOUT_MS = 1500
/** Of the file, in this process: the system keeps the rest, and reading it from there takes microseconds. */
const KEPT_KIB = 2048
const KEPT_WHILE_FILLED_KIB = 32_768
/** Older ones can lose committed WAL transactions when several processes write. */
const OLDEST_SQLITE = [3, 51, 3] as const

/**
 * Opens an index file, makes its tables, and rebuilds them empty when they are of another version, not exactly ours, or when
 * others could write to them: an index may have come with the workspace.
 */
export function openDatabase(path: string): DatabaseSync {
  const file = path === IN_MEMORY ? undefined : prepareOwnDatabase(path)
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    file?.confirm()
    prepareDatabase(database, { trusted: file?.isClosed ?? true })
    if (file?.isClosed === false) file.close()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Runs work that goes all over the file: thousands of writes come back to the same pages. */
export async function withRoom<T>(database: DatabaseSync, work: () => Promise<T>): Promise<T> {
  database.exec(`PRAGMA cache_size = -${KEPT_WHILE_FILLED_KIB}`)
  try {
    return await work()
  } finally {
    if (database.isOpen) database.exec(`PRAGMA cache_size = -${KEPT_KIB}`)
  }
}

/** Runs work as one transaction that takes the write lock first, so that it never fails half-way for want of it. */
export function transact<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // After some failures (a full disk) SQLite has rolled back by itself.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Runs several queries on one state of the index, whatever other processes commit meanwhile. */
export function readSnapshot<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN')
  try {
    return work()
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK')
  }
}

/** What is wrong with an index file, as far as what to do next depends on it. */
export type IndexFailure = 'damaged' | 'foreign' | 'planted' | 'busy' | 'unwritable' | 'full' | 'unsupported' | 'unknown'

export class ForeignDatabaseError extends Error {}
export class UnsupportedSqliteError extends Error {}

export function failureOf(error: unknown): IndexFailure | undefined {
  if (error instanceof ForeignDatabaseError) return 'foreign'
  if (error instanceof PlantedFileError) return 'planted'
  if (error instanceof UnsupportedSqliteError) return 'unsupported'
  // The handle was closed under this work because other work found the file unusable.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE') return 'unknown'
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  // Extended codes carry the primary one in their low byte.
  return FAILURES[error.errcode & 0xff] ?? 'unknown'
}

/** For warnings: says the cause without a path. */
export const FAILURE_TEXT: Readonly<Record<IndexFailure, string>> = {
  damaged: 'is damaged',
  foreign: "is another program's database",
  planted: "is a link, another user's, or has a journal beside it that no server made",
  busy: 'is locked by another process',
  unwritable: 'cannot be opened or written (missing folder, permissions or a read-only disk)',
  full: 'has no room: the disk is full',
  unsupported: `needs SQLite ${OLDEST_SQLITE.join('.')} or newer (Node.js 24.15 or newer)`,
  unknown: 'cannot be used',
}

export function indexError(name: string, failure: IndexFailure, cause: unknown): DomainError {
  return new DomainError<VibeReason>('index_error', `${name} ${FAILURE_TEXT[failure]}; try again`, {
    cause,
    details: { retry: true },
  })
}

const FAILURES: Readonly<Record<number, IndexFailure>> = {
  5: 'busy',
  6: 'busy',
  8: 'unwritable',
  10: 'unwritable',
  11: 'damaged',
  13: 'full',
  14: 'unwritable',
  26: 'damaged',
}

function prepareDatabase(database: DatabaseSync, { trusted }: { readonly trusted: boolean }): void {
  requireVersion(database)
  database.exec(
    'PRAGMA trusted_schema = OFF; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 8000',
  )
  database.exec(`PRAGMA cache_size = -${KEPT_KIB}`)
  if (trusted && isCurrent(database) && hasOurSchema(database)) return
  if (isForeign(database)) throw new ForeignDatabaseError()
  database.exec('PRAGMA journal_mode = WAL')
  transact(database, () => {
    // Another process may have been first.
    if (!trusted || !isCurrent(database) || !hasOurSchema(database)) rebuildTables(database)
  })
}

function requireVersion(database: DatabaseSync): void {
  const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.version)
  const parts = version.split('.').map(Number)
  const at = OLDEST_SQLITE.findIndex((oldest, index) => parts[index] !== oldest)
  if (at !== -1 && (parts[at] ?? 0) < OLDEST_SQLITE[at]!) throw new UnsupportedSqliteError()
}

function isCurrent(database: DatabaseSync): boolean {
  return pragma(database, 'application_id') === APPLICATION_ID && pragma(database, 'user_version') === SCHEMA_VERSION
}

function isForeign(database: DatabaseSync): boolean {
  if (pragma(database, 'application_id') === APPLICATION_ID) return false
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined
}

let ours: string | undefined

/** A trigger, a view or another default in it would work with every search and every write. */
export function hasOurSchema(database: DatabaseSync): boolean {
  ours ??= madeSchema()
  return schemaOf(database) === ours
}

function madeSchema(): string {
  const database = new DatabaseSync(IN_MEMORY)
  try {
    database.exec(SCHEMA)
    return schemaOf(database)
  } finally {
    database.close()
  }
}

function schemaOf(database: DatabaseSync): string {
  return JSON.stringify(database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all())
}

function rebuildTables(database: DatabaseSync): void {
  const extras = "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view') ORDER BY type"
  for (const { type, name } of database.prepare(extras).all()) database.exec(`DROP ${String(type)} IF EXISTS ${quoted(name)}`)
  const names =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT LIKE '%!_fts!_%' ESCAPE '!'"
  database.exec('PRAGMA defer_foreign_keys = ON')
  for (const { name } of database.prepare(names).all()) database.exec(`DROP TABLE ${quoted(name)}`)
  database.exec(SCHEMA)
  if (!hasOurSchema(database)) throw new ForeignDatabaseError()
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`)
}

function quoted(name: unknown): string {
  return `"${String(name).replaceAll('"', '""')}"`
}

function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[name]
}
