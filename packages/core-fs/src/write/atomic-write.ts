import type { Stats } from 'node:fs'
import { DomainError } from '@shoko/contract'
import { openDirectory, type RootFolder, statEntry } from '../containment/containment.ts'
import { isUntouched } from '../file-info.ts'
import { alreadyExists, changed, errnoOf, type FsReason, notFound } from '../fs-error.ts'
import { sha256InSlices } from '../hash.ts'
import { isReservedName, nameOf, parentOf, type RelativePath } from '../relative-path.ts'
import { discard, Flags, release } from '../system-calls.ts'
import { ensureDirectory, flushAll } from './ensure-directory.ts'
import {
  type Displaced,
  type HeldSnapshot,
  holdSnapshot,
  isUnchanged,
  keepDisplaced,
  type Snapshot,
  type Target,
  takeSnapshot,
} from './snapshot.ts'
import { fillOrDiscard, writeAll, writeTemporary } from './temporary-file.ts'

export interface Written {
  readonly bytes: number
  readonly hash: string
  /** False: committed, but the last flush of the directory failed, so that a power cut may undo it. */
  readonly durable: boolean
  /** Where the save of an editor was kept that came in the very moment of the replacement. */
  readonly displaced?: RelativePath
}

export interface Expected {
  readonly hash?: string
}

const ATTEMPTS = 4
/** Every process sweeps litter away once, at its first write: who creates without the lock may meet as many sweeps as processes start. */
const SWEEPS = 32
const LINKS_UNSUPPORTED = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

export interface Replacement {
  readonly bytes: Uint8Array
  readonly expected?: Expected | undefined
  /** Nobody saves into this file but who has the lock: a copy of what is kept elsewhere. Then one look at it is enough. */
  readonly isCopy?: boolean
}

/** Puts new content in the place of an existing file: readers see the old or the new one, whole, whatever happens. */
export async function replaceFile(folder: RootFolder, path: RelativePath, content: Replacement): Promise<Written> {
  if (path === '') throw notFound(path)
  const hash = await sha256InSlices(content.bytes)
  const dir = openDirectory(folder, parentOf(path))
  try {
    const target = { folder, dir, name: nameOf(path), path }
    let expected = content.expected?.hash
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const seen = await takeSnapshot(target)
      expected ??= seen.hash // a later attempt must not take somebody's save for what was there
      if (seen.hash !== expected) throw changed(path, seen.hash)
      if (seen.hash === hash) return { bytes: content.bytes.byteLength, hash, durable: true }
      const done = await (content.isCopy ? tryExchange : tryReplace)(target, seen, content.bytes)
      if (done === 'again') continue
      const { closed, ...displaced } = done
      const [durable] = await Promise.all([flushAll([dir]), closed])
      return { bytes: content.bytes.byteLength, hash, durable, ...displaced }
    }
    throw tooBusy(path)
  } finally {
    dir.close()
  }
}

/** Makes a file that must not exist yet; of several creators exactly one succeeds. */
export async function createFile(folder: RootFolder, path: RelativePath, bytes: Uint8Array): Promise<Written> {
  const name = nameOf(path)
  if (path === '') throw alreadyExists(path)
  if (isReservedName(name)) throw notFound(path)
  const made = ensureDirectory(folder, parentOf(path))
  try {
    const target = { folder, dir: made.dir, name, path }
    if (statEntry(folder, made.dir, name) !== undefined) throw alreadyExists(path)
    for (let attempt = 1; !(await tryCreate(target, bytes)); attempt++) {
      if (attempt === SWEEPS) throw tooBusy(path)
    }
    return { bytes: bytes.byteLength, hash: await sha256InSlices(bytes), durable: await made.flush() }
  } catch (error) {
    made.undo()
    throw error
  } finally {
    made.close()
  }
}

/**
 * For files of our own that nobody edits: whatever was there gives way, whole, and is not looked at; an index of hundreds of
 * megabytes would be read and summed up twice.
 */
export async function putFile(folder: RootFolder, path: RelativePath, bytes: Uint8Array): Promise<void> {
  const name = nameOf(path)
  if (path === '' || isReservedName(name)) throw notFound(path)
  const made = ensureDirectory(folder, parentOf(path))
  try {
    const known = statEntry(folder, made.dir, name)
    if (known !== undefined && !known.isFile()) throw alreadyExists(path)
    for (let attempt = 1; !(await tryPut({ folder, dir: made.dir, name, path }, bytes)); attempt++) {
      if (attempt === SWEEPS) throw tooBusy(path)
    }
    await made.flush()
  } catch (error) {
    made.undo()
    throw error
  } finally {
    made.close()
  }
}

async function tryExchange(target: Target, { stats }: Snapshot, bytes: Uint8Array): Promise<'again' | Displaced> {
  target.folder.system.checkWritable(target.dir.at(target.name)) // renaming would not ask
  return (await tryPut(target, bytes, stats)) ? { closed: Promise.resolve() } : 'again'
}

/** False: the temporary file was swept away; start again. */
async function tryPut({ folder, dir, name }: Target, bytes: Uint8Array, like?: Stats): Promise<boolean> {
  const temporary = await writeTemporary(folder, dir, { bytes, ...(like === undefined ? {} : { like }) })
  try {
    dir.confirm()
    folder.system.rename(dir.at(temporary), dir.at(name))
    return true
  } catch (error) {
    discard(folder.system, dir.at(temporary))
    if (errnoOf(error) === 'ENOENT') return false
    throw error
  }
}

/** `again`: the file was touched without a change of content, or the temporary file was swept away by another process. */
async function tryReplace(target: Target, seen: Snapshot, bytes: Uint8Array): Promise<'again' | Displaced> {
  const { folder, dir, name, path } = target
  const { system } = folder
  system.checkWritable(dir.at(name)) // renaming would not ask
  const temporary = await writeTemporary(folder, dir, { bytes, like: seen.stats })
  let held: HeldSnapshot | undefined
  let isReplaced = false
  try {
    held = await holdSnapshot(target)
    if (held.hash !== seen.hash) throw changed(path, held.hash)
    if (!isUntouched(seen.stats, held.stats) || !isUnchanged(target, held)) return 'again'
    system.rename(dir.at(temporary), dir.at(name))
    isReplaced = true
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' && statEntry(folder, dir, name) !== undefined) return 'again'
    throw error
  } finally {
    if (!isReplaced) {
      discard(system, dir.at(temporary))
      if (held !== undefined) release(system, held.fd)
    }
  }
  return await keepDisplaced(target, held)
}

/** False: the temporary file was swept away by another process; start again. */
async function tryCreate(target: Target, bytes: Uint8Array): Promise<boolean> {
  const { folder, dir, name, path } = target
  const { system } = folder
  const temporary = await writeTemporary(folder, dir, { bytes })
  try {
    dir.confirm()
    system.link(dir.at(temporary), dir.at(name))
    return true
  } catch (error) {
    const code = errnoOf(error) ?? ''
    if (code === 'ENOENT') return false
    if (LINKS_UNSUPPORTED.includes(code)) return await createDirectly(target, bytes)
    if (code !== 'EEXIST') throw error
    statEntry(folder, dir, name) // a link in the way is refused as a link
    throw alreadyExists(path)
  } finally {
    discard(system, dir.at(temporary))
  }
}

/** For file systems without hard links: still exclusive, though a reader may see the file grow. */
async function createDirectly({ folder, dir, name, path }: Target, bytes: Uint8Array): Promise<true> {
  const { system } = folder
  let fd: number
  try {
    fd = system.open(dir.at(name), Flags.write | Flags.createNew | Flags.plain, 0o666)
  } catch (error) {
    throw errnoOf(error) === 'EEXIST' ? alreadyExists(path) : error
  }
  await fillOrDiscard(system, { fd, place: dir.at(name) }, () => writeAll(system, fd, bytes))
  return true
}

function tooBusy(path: RelativePath): DomainError<FsReason> {
  const message = `${path}: is being changed by another program; try again`
  return new DomainError<FsReason>('busy', message, { details: { retry: true } })
}
