import fs, { type Stats } from 'node:fs'
import { toFsError } from '../fs-error.ts'
import { nodeCrypto } from '../node-crypto.ts'
import { discard, nodeSystem } from '../system-calls.ts'
import { emptyDatabase } from '../write/empty-database.ts'
import { isOwn, isPrivate } from './ownership.ts'

/** A database file that was looked at before SQLite gets its name. */
export interface OwnDatabase {
  /** No other user can have written to it since it was made; what a checkout or an archive brings usually is not. */
  readonly isClosed: boolean
  /** Throws when SQLite has opened another file of that name. Ask it when the database is open. */
  confirm(): void
  /** Takes the rights of others away. */
  close(): void
}

/** It is not ours, so it is not opened: a link, no file, another user's, or with a journal of unknown origin beside it. */
export class PlantedFileError extends Error {}

const SIDECARS = ['-wal', '-shm']
const OWNER_ONLY = 0o600

/**
 * Makes the file when it is missing, for this user alone, with a write-ahead log from the beginning: so no rollback journal
 * beside it is ever ours, and SQLite, which does what such a journal says, is never shown one.
 */
export function prepareOwnDatabase(path: string): OwnDatabase {
  if (look(path) === undefined) makeDatabase(path)
  return inspectOwnDatabase(path)
}

/** The same without making one; a missing file is SQLite's to report. */
export function inspectOwnDatabase(path: string): OwnDatabase {
  const stats = look(path)
  if (stats === undefined) return { isClosed: false, confirm() {}, close() {} }
  refuseForeign(stats)
  if (look(`${path}-journal`) !== undefined) throw new PlantedFileError('a journal lies beside it')
  const isClosed = isPrivate(stats)
  for (const kind of SIDECARS) {
    const beside = look(path + kind)
    if (beside === undefined) continue
    refuseForeign(beside)
    // SQLite gives it the mode of the database.
    if (isClosed && !isPrivate(beside)) throw new PlantedFileError(`its ${kind} was made by somebody else`)
  }
  return {
    isClosed,
    confirm() {
      if (descriptorsOf(stats) === 0) throw new PlantedFileError('it was exchanged')
    },
    close: () => closeToOthers(path),
  }
}

/** A process without a descriptor to spare cannot look; that is the disk's trouble, not a planted file. */
function descriptorsOf(stats: Stats): number | undefined {
  try {
    return nodeSystem.countDescriptors(stats)
  } catch (error) {
    throw toFsError(error, 'the index')
  }
}

/** A folder that cannot be looked into is SQLite's to report. */
function look(path: string): Stats | undefined {
  try {
    return nodeSystem.lstat(path)
  } catch {
    return undefined
  }
}

function refuseForeign(stats: Stats): void {
  if (!stats.isFile()) throw new PlantedFileError('it is a link, or no file')
  if (!isOwn(stats)) throw new PlantedFileError('it belongs to another user')
}

/** By name: opening and closing the file here would drop the locks that SQLite holds on it. */
function closeToOthers(path: string): void {
  for (const kind of ['', ...SIDECARS]) {
    try {
      fs.chmodSync(path + kind, OWNER_ONLY)
    } catch {
      // not there, or a file system without modes
    }
  }
}

function makeDatabase(path: string): void {
  // Of a database that is gone: SQLite would add them to the new one.
  for (const kind of SIDECARS) discard(nodeSystem, path + kind)
  const temporary = `${path}.${nodeCrypto().randomBytes(8).toString('hex')}.tmp`
  try {
    fs.writeFileSync(temporary, emptyDatabase('write-ahead log'), { flag: 'wx', mode: OWNER_ONLY })
    fs.linkSync(temporary, path)
  } catch {
    makeWithoutLink(path)
  } finally {
    discard(nodeSystem, temporary)
  }
}

/** For file systems without hard links. A folder that cannot be written is SQLite's to report. */
function makeWithoutLink(path: string): void {
  try {
    fs.closeSync(fs.openSync(path, 'wx', OWNER_ONLY))
  } catch {
    // somebody was faster, or there is no writing here
  }
}
