import type { Stats } from 'node:fs'
import { errnoOf, notFound } from '../fs-error.ts'
import { childPath, isReservedName, type RelativePath, segmentsOf } from '../relative-path.ts'
import { discard, Flags, release, type SystemCalls } from '../system-calls.ts'
import { linkError } from './link-target.ts'

/** A directory that was reached without following a link. Everything below it is addressed through it. */
export interface OpenDirectory {
  readonly path: RelativePath
  /** Where system calls find the directory itself. */
  readonly self: string
  /** Where system calls find an entry of it. */
  at(name: string): string
  /** Opens a directory in it, without following a link. Failed system calls go out as they are. */
  enter(name: string): OpenDirectory
  /** Throws when the way here has been swapped since; given what was opened, also when the entry is another one. */
  confirm(name?: string, opened?: Stats): void
  /** What it was when it was opened. */
  seen(): Stats
  /** The same directory as the top of a root of its own. It outlives this one; the caller closes both. */
  lend(): OpenDirectory
  /** Writes the directory's entries to the disk. */
  flush(): Promise<void>
  close(): void
}

/** How a system keeps calls inside a root: `openTop` gets the root's real path. */
export interface Containment {
  openTop(system: SystemCalls, realPath: string): OpenDirectory
}

/** What a descent starts from. */
export interface RootFolder {
  readonly system: SystemCalls
  /** The root's real path; throws `not_found` when the root is missing. */
  realPath(): string
  openTop(): OpenDirectory
  /** Makes the root itself, with its parents, when it is missing. */
  make(): void
  /** Gives back what is held between calls. */
  close(): void
}

export interface OpenedFile {
  readonly fd: number
  readonly stats: Stats
}

/** Opens a directory below the root; the caller closes it. Linked, missing and reserved segments are refused. */
export function openDirectory(folder: RootFolder, path: RelativePath): OpenDirectory {
  let at = folder.openTop()
  for (const segment of segmentsOf(path)) {
    const parent = at
    try {
      at = enterPlainly(folder, parent, segment)
    } finally {
      parent.close()
    }
  }
  return at
}

/** Opens a sub-directory, or says why not: missing, a file, a link inside, a link that leads outside. */
export function enterPlainly(folder: RootFolder, dir: OpenDirectory, name: string): OpenDirectory {
  if (isReservedName(name)) throw notFound(childPath(dir.path, name))
  try {
    return dir.enter(name)
  } catch (error) {
    throw explained(folder, { dir, name, error })
  }
}

/** Opens a regular file, never a link, a FIFO or a device; the caller closes the descriptor. */
export function openFile(
  folder: RootFolder,
  dir: OpenDirectory,
  entry: { name: string; flags: number; mode?: number },
): OpenedFile {
  const { system } = folder
  if (isReservedName(entry.name)) throw notFound(childPath(dir.path, entry.name))
  let fd: number
  try {
    fd = system.open(dir.at(entry.name), entry.flags | Flags.plain, entry.mode)
  } catch (error) {
    throw explained(folder, { dir, name: entry.name, error })
  }
  try {
    const stats = system.fstat(fd)
    if (!stats.isFile()) throw notFound(childPath(dir.path, entry.name))
    dir.confirm(entry.name, stats)
    return { fd, stats }
  } catch (error) {
    release(system, fd)
    if ((entry.flags & Flags.createNew) === Flags.createNew) discard(system, dir.at(entry.name))
    throw error
  }
}

/** The entry as it is, or undefined; a link is refused. */
export function statEntry(folder: RootFolder, dir: OpenDirectory, name: string): Stats | undefined {
  if (isReservedName(name)) return undefined
  const stats = folder.system.lstat(dir.at(name))
  dir.confirm()
  if (stats?.isSymbolicLink()) throw linkError(folder, dir, name)
  return stats
}

interface Failure {
  readonly dir: OpenDirectory
  readonly name: string
  readonly error: unknown
}

/** Systems report a refused link as ELOOP, EMLINK or ENOTDIR; only a look at the entry tells it from a file in the way. */
function explained(folder: RootFolder, { dir, name, error }: Failure): unknown {
  if (!['ELOOP', 'EMLINK', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return error
  return folder.system.lstat(dir.at(name))?.isSymbolicLink() ? linkError(folder, dir, name) : error
}
