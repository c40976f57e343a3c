import type { Hash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type OpenDirectory, type OpenedFile, openFile, type RootFolder } from '../containment/containment.ts'
import { isUntouched } from '../file-info.ts'
import { nodeCrypto } from '../node-crypto.ts'
import { childPath, type RelativePath } from '../relative-path.ts'
import { inSlices } from '../slices.ts'
import { discard, Flags, release, releaseAside, type SystemCalls } from '../system-calls.ts'
import { readBytes, SMALL } from '../tree/read-file.ts'
import { writeTemporary } from './temporary-file.ts'

export interface Target {
  readonly folder: RootFolder
  readonly dir: OpenDirectory
  readonly name: string
  readonly path: RelativePath
}

/** What a file holds at one moment. */
export interface Snapshot {
  readonly stats: Stats
  readonly hash: string
}

const MIN_STEP = 2048

/** The file stays open, so that it can be read after it has lost its name. */
export interface HeldSnapshot extends Snapshot {
  readonly fd: number
}

export async function takeSnapshot(target: Target): Promise<Snapshot> {
  const { fd, ...snapshot } = await holdSnapshot(target)
  release(target.folder.system, fd)
  return snapshot
}

export async function holdSnapshot({ folder, dir, name }: Target): Promise<HeldSnapshot> {
  const { fd, stats } = openFile(folder, dir, { name, flags: Flags.read })
  try {
    return { fd, stats, hash: await hashOf(folder, { fd, stats }) }
  } catch (error) {
    release(folder.system, fd)
    throw error
  }
}

/** Whether the name still stands for what was looked at: the last check, with nothing but the rename after it. */
export function isUnchanged({ folder, dir, name }: Target, { stats }: Snapshot): boolean {
  const now = folder.system.lstat(dir.at(name))
  dir.confirm()
  return now !== undefined && isUntouched(stats, now)
}

export interface Displaced {
  readonly displaced?: RelativePath
  /** The old file is closed. It is worth no wait of its own: the flush of the directory takes longer. */
  readonly closed: Promise<void>
}

/**
 * An editor that does not know our lock may have saved into the old file between the last check and the rename. What it
 * wrote is then kept beside the target. (The replacement is done: nothing here may fail it.)
 */
export async function keepDisplaced(target: Target, held: HeldSnapshot): Promise<Displaced> {
  const displaced = await copyDisplaced(target, held)
  const closed = releaseAside(target.folder.system, held.fd)
  return displaced === undefined ? { closed } : { displaced, closed }
}

async function copyDisplaced(target: Target, held: HeldSnapshot): Promise<RelativePath | undefined> {
  const { folder, dir } = target
  try {
    if ((await hashOf(folder, held)) === held.hash) return undefined
    const { size } = folder.system.fstat(held.fd)
    const bytes = await readBytes(folder.system, held.fd, { position: 0, length: size })
    const name = displacedName(target.name, folder.system.randomDigits())
    const temporary = await writeTemporary(folder, dir, { bytes, like: held.stats })
    try {
      folder.system.link(dir.at(temporary), dir.at(name))
    } finally {
      discard(folder.system, dir.at(temporary))
    }
    return childPath(dir.path, name)
  } catch {
    return undefined
  }
}

/** `note.displaced-1a2b3c4d.md`: beside the note, and of its kind. */
function displacedName(name: string, digits: string): string {
  const [, stem, extension] = /^(.+?)(\.[^.]*)?$/.exec(name)!
  return `${stem}.displaced-${digits.slice(0, 8)}${extension ?? ''}`
}

/** Small files without leaving the thread, so that nothing of this process comes between; large ones give way to other work. */
async function hashOf({ system }: RootFolder, { fd, stats }: OpenedFile): Promise<string> {
  const digest = nodeCrypto().createHash('sha256')
  await inSlices(feed(digest, system, { fd, stats }))
  return digest.digest('hex')
}

/** To its end, which may not be where it was. One buffer, no larger than the file: many large ones would set off the collector. */
function* feed(digest: Hash, system: SystemCalls, { fd, stats }: OpenedFile): Generator<void, void> {
  const buffer = Buffer.allocUnsafe(Math.min(Math.max(stats.size, MIN_STEP), SMALL))
  for (let position = 0; ; ) {
    const count = system.readNow(fd, buffer, position)
    if (count === 0) return
    digest.update(buffer.subarray(0, count))
    position += count
    yield
  }
}
