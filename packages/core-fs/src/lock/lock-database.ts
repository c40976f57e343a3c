import type { Stats } from 'node:fs'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { DomainError } from '@shoko/contract'
import type { RootFolder } from '../containment/containment.ts'
import { isSameEntry } from '../file-info.ts'
import { type FsReason, linked } from '../fs-error.ts'
import type { RelativePath } from '../relative-path.ts'
import { type LockFile, prepareLockFile, refuseJournal } from './lock-file.ts'

const BUSY = 5
const NO_PERMISSION = 3
const READ_ONLY = 8
const FULL = 13
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26
/** Before this version several processes could lose committed WAL transactions. */
const OLDEST = [3, 51, 3] as const

/** The SQLite that locks are taken with, for diagnoses. */
export function lockingVersion(): string {
  return process.versions.sqlite ?? 'unknown'
}

/**
 * A lock that the kernel releases when its holder dies: the write lock of a SQLite database without tables.
 * The file is never written to once it is made, and it is never deleted.
 */
export class LockDatabase {
  readonly #folder: RootFolder
  readonly #path: RelativePath
  readonly #database: DatabaseSync
  readonly #file: Stats

  /** Nothing when another process has it to itself for the moment. */
  static async open(folder: RootFolder, path: RelativePath): Promise<LockDatabase | undefined> {
    // Loaded late: reading needs no lock, and the module costs a start-up several milliseconds.
    const sqlite = await import('node:sqlite')
    const file = await prepareLockFile(folder, path)
    try {
      requireVersion(sqlite.DatabaseSync)
      const database = openDatabase(sqlite.DatabaseSync, { folder, path, file })
      return new LockDatabase({ folder, path, database, file: file.stats })
    } catch (error) {
      if (sqliteCode(error) === BUSY) return undefined
      throw lockFailure(path, error)
    } finally {
      file.close()
    }
  }

  private constructor(parts: { folder: RootFolder; path: RelativePath; database: DatabaseSync; file: Stats }) {
    this.#folder = parts.folder
    this.#path = parts.path
    this.#database = parts.database
    this.#file = parts.file
  }

  /** Takes the lock if it is free. */
  tryTake(): boolean {
    try {
      refuseJournal(this.#folder, { place: absolute(this.#folder, this.#path), path: this.#path, kinds: ['-journal'] })
      this.#database.exec('BEGIN IMMEDIATE')
      return true
    } catch (error) {
      if (sqliteCode(error) === BUSY) return false
      throw lockFailure(this.#path, error)
    }
  }

  release(): void {
    this.#database.exec('COMMIT')
  }

  /** False when the file was deleted or swapped since it was looked at: others then lock another one of the same name. */
  isInPlace(): boolean {
    const now = this.#folder.system.lstat(absolute(this.#folder, this.#path))
    return now !== undefined && isSameEntry(now, this.#file)
  }

  close(): void {
    this.#database.close()
  }
}

/** Never makes a file, and is closed again when the name led SQLite to another one than was looked at. */
function openDatabase(
  Database: typeof DatabaseSync,
  lock: { readonly folder: RootFolder; readonly path: RelativePath; readonly file: LockFile },
): DatabaseSync {
  const { system } = lock.folder
  const { stats, place } = lock.file
  let database: DatabaseSync | undefined
  try {
    database = new Database(`${pathToFileURL(place).href}?mode=rw`, { timeout: 0 })
    if (system.countDescriptors(stats) === 0) throw linked(lock.path)
    requireEmpty(database, lock.path)
    return database
  } catch (error) {
    database?.close()
    throw error
  }
}

/** What a server makes is a database without tables and without a write-ahead log. */
function requireEmpty(database: DatabaseSync, path: RelativePath): void {
  const mode = database.prepare('PRAGMA journal_mode').get()?.journal_mode
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count)
  if (mode === 'delete' && pages <= 1) return
  throw new DomainError<FsReason>('permission_denied', `${path}: is not a lock that a server has made; move it away`)
}

function absolute(folder: RootFolder, relative: RelativePath): string {
  return path.join(folder.realPath(), relative)
}

/** The result code of SQLite, without the extension in the upper bytes. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return Number(error.errcode) % 256
}

export function lockFailure(path: RelativePath, error: unknown): unknown {
  const code = sqliteCode(error)
  if (code === undefined) return error
  if (code === FULL) return new DomainError<FsReason>('disk_full', `${path}: disk full`, { cause: error })
  if (code === READ_ONLY || code === NO_PERMISSION || code === CANNOT_OPEN) {
    return new DomainError<FsReason>('permission_denied', `${path}: the lock file cannot be opened for writing`, { cause: error })
  }
  const advice = code === NOT_A_DATABASE ? '; it is no SQLite file: move it away' : ''
  return new DomainError<FsReason>('disk_error', `${path}: the lock cannot be taken (SQLite error ${code})${advice}`, {
    cause: error,
  })
}

function requireVersion(Database: typeof DatabaseSync): void {
  const database = new Database(':memory:')
  const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.version)
  database.close()
  if (!isRecent(version))
    throw new Error(`SQLite ${version} of this Node.js may lose data; ${OLDEST.join('.')} or later is needed`)
}

export function isRecent(version: string): boolean {
  const parts = version.split('.').map(Number)
  const at = OLDEST.findIndex((part, index) => part !== parts[index])
  return at === -1 || (parts[at] ?? 0) > OLDEST[at]!
}
