import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { makeCacheFolder } from '../compile-cache.ts'
import { isOwn, isPrivate } from '../containment/ownership.ts'

/**
 * A folder in which processes of one user find each other, by a socket or a note of who runs. Only its owner can reach into it, so
 * whoever answers in it is this user's. Light: programs that load nothing else load it.
 */
export interface MeetingPlace {
  readonly folder: string
  /** The address of a socket of that name, for listening and connecting; undefined when the system has no room for it. */
  address(name: string): string | undefined
  /** Whether the socket is there; `foreign` is anything else under that name, or what belongs to somebody else. */
  socket(name: string): 'there' | 'missing' | 'foreign'
  /** Closes a socket to others, also where the folder's mode does not count. */
  close(name: string): void
  /** True for the first who asks within so many milliseconds. */
  claim(name: string, forMs: number): boolean
  write(name: string, text: string): void
  read(name: string): string | undefined
  names(): readonly string[]
  remove(name: string): void
  /** Opened anew for writing what a process says at its end. */
  logFile(name: string): number
}

/** `sun_path` takes 104 bytes on some systems and 108 on others, with the zero at its end. */
const LONGEST_ADDRESS = 103
const OWNER_ONLY = 0o600
const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_TRUNC, O_WRONLY } = constants

/** Undefined when the folder cannot be had for this user alone: a link, somebody else's, or one that does not take a mode. */
export function openMeetingPlace(folder: string): MeetingPlace | undefined {
  if (!makeCacheFolder(folder)) return undefined
  const held = holdFolder(folder)
  if (held === undefined) return undefined
  const at = (name: string) => `${held}/${name}`
  return {
    folder,
    address(name) {
      const address = at(name)
      return Buffer.byteLength(address) > LONGEST_ADDRESS ? undefined : address
    },
    socket(name) {
      const stats = lstatSync(at(name), { throwIfNoEntry: false })
      if (stats === undefined) return 'missing'
      return stats.isSocket() && isOwn(stats) ? 'there' : 'foreign'
    },
    close: (name) => chmodSync(at(name), OWNER_ONLY),
    claim: (name, forMs) => claim(at(name), forMs),
    write(name, text) {
      withFile(at(name), O_WRONLY | O_CREAT | O_TRUNC, (fd) => writeSync(fd, text))
    },
    read: (name) => withFile(at(name), O_RDONLY, (fd) => readFileSync(fd, 'utf8')),
    names: () => readdirSync(held),
    remove: (name) => removeQuietly(at(name)),
    logFile: (name) => openSync(at(name), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, OWNER_ONLY),
  }
}

/** On Linux the folder that was looked at stays the one that is used, whatever takes its place; and its address is short. */
function holdFolder(folder: string): string | undefined {
  try {
    const fd = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    const stats = fstatSync(fd)
    if (isOwn(stats) && isPrivate(stats)) {
      if (process.platform === 'linux') return `/proc/self/fd/${fd}`
      closeSync(fd)
      return folder
    }
    closeSync(fd)
    return undefined
  } catch {
    return undefined
  }
}

function claim(path: string, forMs: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) < forMs) return false
  if (stats !== undefined) removeQuietly(path)
  return withFile(path, O_WRONLY | O_CREAT | O_EXCL, () => true) ?? false
}

/** Undefined when the file is missing, a link, or not this user's. */
function withFile<T>(path: string, flags: number, work: (fd: number) => T): T | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, OWNER_ONLY)
    const stats = fstatSync(fd)
    return stats.isFile() && isOwn(stats) ? work(fd) : undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // somebody else was quicker
  }
}

/** Another text when the file is another one, or was written anew. */
export function fileIdentity(path: string): string {
  const { dev, ino, size, mtimeMs } = statSync(path)
  return [realpathSync(path), dev, ino, size, mtimeMs].join(' ')
}
