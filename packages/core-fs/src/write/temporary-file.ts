import type { Stats } from 'node:fs'
import type { OpenDirectory, RootFolder } from '../containment/containment.ts'
import { errnoOf } from '../fs-error.ts'
import { discard, Flags, type SystemCalls } from '../system-calls.ts'

export interface TemporaryContent {
  readonly bytes: Uint8Array
  /** The file whose mode and owner are to be kept; without it the mode of a new file. */
  readonly like?: Stats
  /** Of a new file, before the user's umask. */
  readonly mode?: number
}

const NEW_FILE = 0o666
export const OWNER_ONLY = 0o600

/** Writes and flushes a temporary file in the directory and gives its name. Nothing is left behind when that fails. */
export async function writeTemporary(folder: RootFolder, dir: OpenDirectory, content: TemporaryContent): Promise<string> {
  const { system } = folder
  const mode = content.like === undefined ? (content.mode ?? NEW_FILE) : OWNER_ONLY
  const { fd, name } = openTemporary(system, dir, { flags: Flags.write, mode })
  await fillOrDiscard(system, { fd, place: dir.at(name) }, async () => {
    await writeAll(system, fd, content.bytes)
    if (content.like !== undefined) dressLike(system, fd, content.like)
  })
  return name
}

/** Fills a file that this process has made, flushes and closes it; what cannot be finished is removed. */
export async function fillOrDiscard(
  system: SystemCalls,
  { fd, place }: { readonly fd: number; readonly place: string },
  fill: () => Promise<void>,
): Promise<void> {
  try {
    try {
      await fill()
      await system.fsync(fd)
    } finally {
      system.close(fd)
    }
  } catch (error) {
    discard(system, place)
    throw error
  }
}

/** A write may take fewer bytes than it was given, most often when the disk fills; the next one then says why. */
export async function writeAll(system: SystemCalls, fd: number, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.byteLength; ) {
    const count = await system.write(fd, bytes.subarray(written), null)
    if (count === 0) throw Object.assign(new Error('the disk takes no more bytes'), { code: 'EIO' })
    written += count
  }
}

/** A new file under a name that nobody can foresee. */
export function openTemporary(
  system: SystemCalls,
  dir: OpenDirectory,
  { flags, mode }: { readonly flags: number; readonly mode: number },
): { readonly fd: number; readonly name: string } {
  for (let attempt = 0; ; attempt++) {
    const name = `.shoko-${system.randomDigits()}.tmp`
    try {
      return { fd: system.open(dir.at(name), flags | Flags.createNew | Flags.plain, mode), name }
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST' || attempt === 3) throw error
    }
  }
}

/** Only the owner can give a file away, so a foreign owner is kept where possible; the mode always is. */
function dressLike(system: SystemCalls, fd: number, like: Stats): void {
  const now = system.fstat(fd)
  if (now.uid !== like.uid || now.gid !== like.gid) {
    try {
      system.fchown(fd, like.uid, like.gid)
    } catch {
      // stays ours, as with every editor that saves by renaming
    }
  }
  system.fchmod(fd, like.mode & 0o7777)
}
