import { dirname } from 'node:path'
import { DomainError } from '@shoko/contract'
import { makePrivateFolder } from '../compile-cache.ts'
import type { FsReason } from '../fs-error.ts'
import { nodeSystem, release, type SystemCalls } from '../system-calls.ts'
import type { Containment, RootFolder } from './containment.ts'
import { isOwn, isPrivate, isWritableByOthers } from './ownership.ts'
import { createFolder } from './root-folder.ts'

const OWNER_ONLY = 0o700

/** What is made is for this user alone. */
const closingSystem: SystemCalls = {
  ...nodeSystem,
  open: (path, flags, mode) => nodeSystem.open(path, flags, mode === undefined ? undefined : mode & OWNER_ONLY),
  mkdir: (path) => nodeSystem.mkdir(path, OWNER_ONLY),
  mkdirs: (path) => nodeSystem.mkdirs(path, OWNER_ONLY),
}

/** Besides, nothing is opened that another user has made or may write to. */
const privateSystem: SystemCalls = {
  ...closingSystem,
  open(path, flags, mode) {
    const fd = closingSystem.open(path, flags, mode)
    const stats = nodeSystem.fstat(fd)
    if (isOwn(stats) && (stats.isDirectory() || !isWritableByOthers(stats))) return fd
    release(nodeSystem, fd)
    throw notOurs(isOwn(stats) ? 'other users may write to it' : 'it belongs to another user')
  },
}

/** A folder whose new files and folders are for this user alone; what is there already stays as it is. */
export function createClosedFolder(absolutePath: string, containment: Containment): RootFolder {
  return createFolder(absolutePath, { system: closingSystem, containment })
}

/** The folder is closed to others, and neither a link in its place nor anything that is not ours is opened. */
export function createPrivateFolder(absolutePath: string, containment: Containment): RootFolder {
  const folder = createFolder(absolutePath, { system: privateSystem, containment })
  return {
    ...folder,
    make() {
      if (!makePrivateFolder(absolutePath)) throw notOurs('its folder is a link or not for this user alone')
    },
    openTop() {
      const top = nodeSystem.lstat(absolutePath)
      if (top?.isSymbolicLink()) throw notOurs('its folder is a link')
      if (top !== undefined && !isPrivate(top) && !makePrivateFolder(absolutePath)) throw notOurs('its folder is not ours')
      return folder.openTop()
    },
  }
}

/** The same for a folder of a cache: what holds it is no link either. */
export function createCacheFolder(absolutePath: string, containment: Containment): RootFolder {
  const folder = createPrivateFolder(absolutePath, containment)
  const checked =
    <T>(use: () => T) =>
    (): T => {
      if (nodeSystem.lstat(dirname(absolutePath))?.isSymbolicLink()) throw notOurs('the folder that holds its folder is a link')
      return use()
    }
  return { ...folder, make: checked(folder.make), openTop: checked(folder.openTop) }
}

function notOurs(why: string): DomainError<FsReason> {
  return new DomainError<FsReason>('permission_denied', `not used, because ${why}`)
}
