import type { Stats } from 'node:fs'

/**
 * Why a file of our own is not to be opened, or undefined. Another user who may write to a shared folder can plant a database
 * or a cache there, and whoever opens it works with what that user has put into it.
 */
export function foreignness(file: Stats, folder: Stats): string | undefined {
  if (!isOwn(file)) return 'it belongs to another user'
  // Where the folder is as open as the file, the file system knows no modes (or the folder is open by its owner's choice).
  if (isOpenToAll(file) && !isOpenToAll(folder)) return 'other users may write to it'
  return undefined
}

export function isOwn(file: Stats): boolean {
  const user = process.geteuid?.()
  return user === undefined || file.uid === user
}

/** Neither the group nor others may do anything with it. */
export function isPrivate(file: Stats): boolean {
  return process.geteuid === undefined || (file.mode & 0o077) === 0
}

/** The group or others may change it. */
export function isWritableByOthers({ mode }: Stats): boolean {
  return process.geteuid !== undefined && (mode & 0o022) !== 0
}

function isOpenToAll({ mode }: Stats): boolean {
  return (mode & 0o002) !== 0
}

/** For everybody's files, as /tmp is: root must not close it to all others. */
export function isShared({ mode }: Pick<Stats, 'mode'>): boolean {
  return (mode & 0o1000) !== 0
}
