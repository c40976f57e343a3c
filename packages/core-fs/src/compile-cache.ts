import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { isOwn, isPrivate, isShared } from './containment/ownership.ts'

/**
 * Imports nothing by a name that an older Node lacks, since programs load it before they look which Node they run on.
 * Compiled code is run as it lies there: in a shared temporary folder, the default, another user could have put it.
 */
export function enableOwnCompileCache(): void {
  const { XDG_CACHE_HOME, NODE_DISABLE_COMPILE_CACHE } = process.env
  if (NODE_DISABLE_COMPILE_CACHE !== undefined) return
  const folder = join(XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(homedir(), '.cache'), 'shoko', 'compiled')
  if (makePrivateFolder(dirname(folder)) && makePrivateFolder(folder)) module.enableCompileCache(folder)
}

/** The same for a folder of the program's cache, which lies in one of its own: a link in the place of that would lead elsewhere as well. */
export function makeCacheFolder(folder: string): boolean {
  return lstatSync(dirname(folder), { throwIfNoEntry: false })?.isSymbolicLink() !== true && makePrivateFolder(folder)
}

/** False when the folder cannot be had, or is somebody else's: then there is none. */
export function makePrivateFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const stats = lstatSync(folder)
    if (!stats.isDirectory() || !isOwn(stats) || isShared(stats)) return false
    if (!isPrivate(stats)) chmodSync(folder, 0o700)
    return true
  } catch {
    return false // a start without it is only slower
  }
}
