import type { Stats } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '@shoko/contract'
import type { RootFolder } from '../containment/containment.ts'
import { linkError } from '../containment/link-target.ts'
import { foreignness } from '../containment/ownership.ts'
import { errnoOf, type FsReason, notFound } from '../fs-error.ts'
import { childPath, nameOf, parentOf, type RelativePath } from '../relative-path.ts'
import { discard, Flags } from '../system-calls.ts'
import { createFile } from '../write/atomic-write.ts'
import { emptyDatabase } from '../write/empty-database.ts'
import { type EnsuredDirectory, ensureDirectory } from '../write/ensure-directory.ts'
import { writeTemporary } from '../write/temporary-file.ts'

/** A lock file that is there and is ours, in a folder that is held open. */
export interface LockFile {
  readonly stats: Stats
  /** Where SQLite finds it. */
  readonly place: string
  close(): void
}

const JOURNALS = ['-journal', '-wal']
const OWNER_ONLY = 0o600
/** A file without its header gets it in the first section, with a journal for the moment. */
const LOOKS = 5
const LOOK_AGAIN_MS = 10

/** SQLite follows links and cannot be told otherwise, so the file is made, and looked at, before SQLite gets its name. */
export async function prepareLockFile(folder: RootFolder, path: RelativePath): Promise<LockFile> {
  const made = ensureDirectory(folder, parentOf(path))
  try {
    if (made.isNew) await keepOutOfGit(folder, parentOf(path))
    const place = made.dir.at(nameOf(path))
    if (folder.system.lstat(place) === undefined) await makeLock(folder, made, nameOf(path))
    const stats = checkedLock(folder, made, path)
    await waitForJournal(folder, place)
    refuseJournal(folder, { place, path, kinds: JOURNALS })
    return { stats, place, close: () => made.close() }
  } catch (error) {
    made.close()
    throw error
  }
}

/** SQLite rolls a journal back before it locks, and what a planted one says is done with our rights. */
export function refuseJournal(
  folder: RootFolder,
  lock: { readonly place: string; readonly path: RelativePath; readonly kinds: readonly string[] },
): void {
  const found = lock.kinds.find((kind) => folder.system.lstat(lock.place + kind) !== undefined)
  if (found === undefined) return
  throw new DomainError<FsReason>(
    'permission_denied',
    `${lock.path}${found}: lies beside a lock, where no server leaves one; look where it comes from, then delete it`,
  )
}

async function waitForJournal(folder: RootFolder, place: string): Promise<void> {
  for (let look = 1; look < LOOKS; look++) {
    if (JOURNALS.every((kind) => folder.system.lstat(place + kind) === undefined)) return
    await pause(LOOK_AGAIN_MS)
  }
}

function checkedLock(folder: RootFolder, { dir }: EnsuredDirectory, path: RelativePath): Stats {
  const stats = folder.system.lstat(dir.at(nameOf(path)))
  if (stats?.isSymbolicLink()) throw linkError(folder, dir, nameOf(path))
  if (!stats?.isFile()) throw notFound(path)
  const problem = foreignness(stats, dir.seen())
  if (problem === undefined) return stats
  throw new DomainError<FsReason>('permission_denied', `${path}: the lock is not used, because ${problem}`)
}

async function keepOutOfGit(folder: RootFolder, dir: RelativePath): Promise<void> {
  try {
    await createFile(folder, childPath(dir, '.gitignore'), Buffer.from('*\n'))
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'already_exists') throw error
  }
}

/** Whole from the beginning: SQLite never has to write to it, so that no journal is ever ours. */
async function makeLock(folder: RootFolder, { dir }: EnsuredDirectory, name: string): Promise<void> {
  const { system } = folder
  const temporary = await writeTemporary(folder, dir, { bytes: emptyDatabase('rollback journal'), mode: OWNER_ONLY })
  try {
    dir.confirm()
    system.link(dir.at(temporary), dir.at(name))
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') makeWithoutLink(folder, dir.at(name))
  } finally {
    discard(system, dir.at(temporary))
  }
}

/** For file systems without hard links, or when the temporary file was swept away: SQLite fills it in the first section. */
function makeWithoutLink(folder: RootFolder, place: string): void {
  try {
    folder.system.close(folder.system.open(place, Flags.write | Flags.createNew | Flags.plain, OWNER_ONLY))
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
  }
}
