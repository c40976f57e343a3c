import { DomainError } from '@shoko/contract'
import { type OpenDirectory, openDirectory, type RootFolder, statEntry } from '../containment/containment.ts'
import { isSameEntry } from '../file-info.ts'
import { alreadyExists, type FsReason, notFound, toFsError } from '../fs-error.ts'
import { isReservedName, nameOf, parentOf, type RelativePath } from '../relative-path.ts'
import { ensureDirectory, flushAll } from './ensure-directory.ts'

/**
 * Gives a file or a directory another name; the new name must be free. Nothing of this process comes between the look and
 * the rename, and other processes are kept out by the lock: call it under the lock.
 */
export async function moveEntry(
  folder: RootFolder,
  from: RelativePath,
  to: RelativePath,
): Promise<{ readonly durable: boolean }> {
  if (from === '' || to === '' || isReservedName(nameOf(to))) throw notFound(from === '' ? from : to)
  if (to.startsWith(`${from}/`)) throw new DomainError<FsReason>('invalid_path', `${from}: cannot be moved into itself`)
  const source = openDirectory(folder, parentOf(from))
  try {
    if (!isFileOrDirectory(folder, source, nameOf(from))) throw notFound(from)
    const target = ensureDirectory(folder, parentOf(to))
    let durable = true
    try {
      if (!isFree(folder, target.dir, { from: source.at(nameOf(from)), name: nameOf(to) })) throw alreadyExists(to)
      folder.system.rename(source.at(nameOf(from)), target.dir.at(nameOf(to)))
      durable = await target.flush()
    } catch (error) {
      target.undo()
      throw error
    } finally {
      target.close()
    }
    return { durable: (await flushAll([source])) && durable }
  } finally {
    source.close()
  }
}

/** Where names differ in case only, disks that do not tell them apart show the file itself under its new name. */
function isFree(
  folder: RootFolder,
  dir: OpenDirectory,
  { from, name }: { readonly from: string; readonly name: string },
): boolean {
  const there = statEntry(folder, dir, name)
  if (there === undefined) return true
  const own = folder.system.lstat(from)
  if (own === undefined || !isSameEntry(own, there)) return false
  // Two names of one file are two entries: then the new name is taken.
  return !folder.system.readdir(dir.self).some((entry) => entry.name === name)
}

/** Removes a file. */
export async function removeFile(folder: RootFolder, path: RelativePath): Promise<{ readonly durable: boolean }> {
  if (path === '') throw notFound(path)
  const dir = openDirectory(folder, parentOf(path))
  try {
    if (!statEntry(folder, dir, nameOf(path))?.isFile()) throw notFound(path)
    folder.system.unlink(dir.at(nameOf(path)))
    return { durable: await flushAll([dir]) }
  } finally {
    dir.close()
  }
}

/** Removes a folder that stands empty. False: it does not, or it is not there. */
export function removeFolder(folder: RootFolder, path: RelativePath): boolean {
  if (path === '') return false
  try {
    const dir = openDirectory(folder, parentOf(path))
    try {
      if (!statEntry(folder, dir, nameOf(path))?.isDirectory()) return false
      folder.system.rmdir(dir.at(nameOf(path)))
      return true
    } finally {
      dir.close()
    }
  } catch (error) {
    const failure = toFsError(error, path)
    if (failure instanceof DomainError && ['not_found', 'already_exists'].includes(failure.reason)) return false
    throw failure
  }
}

function isFileOrDirectory(folder: RootFolder, dir: OpenDirectory, name: string): boolean {
  const stats = statEntry(folder, dir, name)
  return stats !== undefined && (stats.isFile() || stats.isDirectory())
}
