import fs, { type Dirent, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import { nodeCrypto } from './node-crypto.ts'

/**
 * Every call to the operating system that this package makes, so that tests can record them and let each fail.
 * Calls on names and descriptors are synchronous (microseconds); moving many bytes and flushing are the thread pool's.
 */
export interface SystemCalls {
  open(path: string, flags: number, mode?: number): number
  close(fd: number): void
  /** On the thread pool: the last close of a file without a name gives its blocks back, and waits for whatever the disk is at. */
  closeAside(fd: number): Promise<void>
  fstat(fd: number): Stats
  /** Undefined when there is nothing of that name. */
  lstat(path: string): Stats | undefined
  readNow(fd: number, into: Uint8Array, position: number): number
  read(fd: number, into: Uint8Array, position: number): Promise<number>
  /** Bytes written, which may be fewer than given. Without a position: at the descriptor's own. */
  write(fd: number, from: Uint8Array, position: number | null): Promise<number>
  writeNow(fd: number, from: Uint8Array, position: number): number
  fsync(fd: number): Promise<void>
  ftruncate(fd: number, length: number): void
  fchmod(fd: number, mode: number): void
  fchown(fd: number, uid: number, gid: number): void
  /** Throws when this user may not write to the file. */
  checkWritable(path: string): void
  readdir(path: string): Dirent[]
  readlink(path: string): string
  realpath(path: string): string
  mkdir(path: string, mode?: number): void
  /** With parents; fine if it is there. */
  mkdirs(path: string, mode?: number): void
  rmdir(path: string): void
  link(from: string, to: string): void
  rename(from: string, to: string): void
  unlink(path: string): void
  /** How many descriptors of this process lead to the file; undefined where the system does not show them. */
  countDescriptors(file: Stats): number | undefined
  /** 16 hex digits that nobody can foresee. */
  randomDigits(): string
}

const readAsync = promisify(fs.read)
const writeAsync = promisify(fs.write)
const fsyncAsync = promisify(fs.fsync)
const closeAsync = promisify(fs.close)

/** A copy in memory; the way to the thread pool and back takes longer, the more the busier the processors are. */
const SMALL_WRITE = 64 * 1024

export const nodeSystem: SystemCalls = {
  open: (path, flags, mode) => fs.openSync(path, flags, mode),
  close: (fd) => fs.closeSync(fd),
  closeAside: (fd) => closeAsync(fd),
  fstat: (fd) => fs.fstatSync(fd),
  lstat: (path) => fs.lstatSync(path, { throwIfNoEntry: false }),
  readNow: (fd, into, position) => fs.readSync(fd, into, 0, into.byteLength, position),
  read: async (fd, into, position) => (await readAsync(fd, into, 0, into.byteLength, position)).bytesRead,
  write: async (fd, from, position) =>
    from.byteLength > SMALL_WRITE
      ? (await writeAsync(fd, from, 0, from.byteLength, position)).bytesWritten
      : fs.writeSync(fd, from, 0, from.byteLength, position),
  writeNow: (fd, from, position) => fs.writeSync(fd, from, 0, from.byteLength, position),
  fsync: (fd) => fsyncAsync(fd),
  ftruncate: (fd, length) => fs.ftruncateSync(fd, length),
  fchmod: (fd, mode) => fs.fchmodSync(fd, mode),
  fchown: (fd, uid, gid) => fs.fchownSync(fd, uid, gid),
  checkWritable: (path) => fs.accessSync(path, fs.constants.W_OK),
  readdir: (path) => fs.readdirSync(path, { withFileTypes: true }),
  readlink: (path) => fs.readlinkSync(path),
  realpath: (path) => fs.realpathSync.native(path),
  mkdir: (path, mode) => fs.mkdirSync(path, { mode }),
  mkdirs: (path, mode) => void fs.mkdirSync(path, { recursive: true, mode }),
  rmdir: (path) => fs.rmdirSync(path),
  link: (from, to) => fs.linkSync(from, to),
  rename: (from, to) => fs.renameSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  countDescriptors,
  randomDigits: () => nodeCrypto().randomUUID().slice(19).replace('-', ''), // made in advance by the hundred, where bytes would each be asked for
}

/** For copies that can be had again: a flush would cost more than all the rest of a write. */
export const unflushedSystem: SystemCalls = {
  ...nodeSystem,
  fsync: async () => {},
  closeAside: async (fd) => fs.closeSync(fd),
}

function countDescriptors(file: Stats): number | undefined {
  if (process.platform !== 'linux' || !fs.existsSync('/proc/self/fd')) return undefined
  return fs.readdirSync('/proc/self/fd').filter((fd) => {
    const stats = fs.statSync(`/proc/self/fd/${fd}`, { throwIfNoEntry: false })
    return stats?.ino === file.ino && stats.dev === file.dev
  }).length
}

/** Closes what was only read: there is nothing that such a failure could have lost. */
export function release(system: SystemCalls, fd: number): void {
  try {
    system.close(fd)
  } catch {
    // the descriptor is gone in any case
  }
}

/** The same for a file that has lost its name. */
export async function releaseAside(system: SystemCalls, fd: number): Promise<void> {
  try {
    await system.closeAside(fd)
  } catch {
    // as above
  }
}

/** Removes a file that nobody needs any more. What cannot be removed is hidden by its name, and the next sweep finds it. */
export function discard(system: SystemCalls, place: string): void {
  try {
    system.unlink(place)
  } catch {
    // the error that led here is the one to report
  }
}

const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants

/** Flags that some systems lack are 0 there; the checks of the portable containment make up for them. */
export const Flags = {
  read: fs.constants.O_RDONLY,
  write: fs.constants.O_WRONLY,
  readWrite: fs.constants.O_RDWR,
  append: fs.constants.O_APPEND,
  createNew: fs.constants.O_CREAT | fs.constants.O_EXCL,
  directory: fs.constants.O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
  /** Neither follow a link nor wait for the other end of a FIFO. */
  plain: O_NOFOLLOW | O_NONBLOCK,
} as const
