import type { Stats } from 'node:fs'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { DomainError } from '@shoko/contract'
import { createFile } from './atomic-write.ts'
import type { RootFolder } from './descent.ts'
import { isSameEntry } from './file-info.ts'
import { errnoOf, type FsReason, notFound } from './fs-error.ts'
import { linkError } from './link-target.ts'
import { makeDirectory } from './made-directory.ts'
import { childPath, nameOf, parentOf, type RelativePath } from './relative-path.ts'
import { Flags } from './system-calls.ts'

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
 * The file gets its header at the first section; after that it is never written to, and it is never deleted.
 */
export class LockDatabase {
  readonly #folder: RootFolder
  readonly #path: RelativePath
  readonly #database: DatabaseSync
  readonly #file: Stats

  static async open(folder: RootFolder, path: RelativePath): Promise<LockDatabase> {
    // Loaded late: reading needs no lock, and the module costs a start-up several milliseconds.
    const sqlite = await import('node:sqlite')
    const file = await prepareFile(folder, path)
    requireVersion(sqlite.DatabaseSync)
    return new LockDatabase({ folder, path, database: openDatabase(sqlite.DatabaseSync, folder, path), file })
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

function openDatabase(Database: typeof DatabaseSync, folder: RootFolder, path: RelativePath): DatabaseSync {
  try {
    return new Database(absolute(folder, path), { timeout: 0 })
  } catch (error) {
    throw lockFailure(path, error)
  }
}

function absolute(folder: RootFolder, relative: RelativePath): string {
  return path.join(folder.realPath(), relative)
}

/** SQLite follows links and cannot be told otherwise, so the file is made, and looked at, before SQLite gets its name. */
async function prepareFile(folder: RootFolder, path: RelativePath): Promise<Stats> {
  const { system } = folder
  const made = makeDirectory(folder, parentOf(path))
  try {
    if (made.isNew) await keepOutOfGit(folder, parentOf(path))
    const place = made.dir.at(nameOf(path))
    createEmpty(folder, place)
    const file = system.lstat(place)
    if (file?.isSymbolicLink()) throw linkError(folder, made.dir, nameOf(path))
    if (!file?.isFile()) throw notFound(path)
    return file
  } finally {
    made.close()
  }
}

async function keepOutOfGit(folder: RootFolder, dir: RelativePath): Promise<void> {
  try {
    await createFile(folder, childPath(dir, '.gitignore'), Buffer.from('*\n'))
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'already_exists') throw error
  }
}

function createEmpty(folder: RootFolder, place: string): void {
  try {
    folder.system.close(folder.system.open(place, Flags.write | Flags.createNew | Flags.plain, 0o666))
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
  }
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
