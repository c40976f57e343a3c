import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { addReservation, type Clock, createOwnWrites, DomainError, type OwnWrites, systemClock } from '@shoko/contract'
import { type Containment, openDirectory, type RootFolder, statEntry } from './containment/containment.ts'
import { descriptorContainment } from './containment/containment-linux.ts'
import { checkedContainment } from './containment/containment-portable.ts'
import { createFolderBelow } from './containment/folder-below.ts'
import { createCacheFolder, createClosedFolder, createPrivateFolder } from './containment/private-system.ts'
import { createFolder } from './containment/root-folder.ts'
import { createSteadyFolder } from './containment/steady-folder.ts'
import { Withheld, type Withholding } from './containment/withheld.ts'
import { type FileInfo, infoOf } from './file-info.ts'
import { notFound, toFsError } from './fs-error.ts'
import { type ExclusiveOptions, ExclusiveSections, PATIENCE_MS } from './lock/exclusive.ts'
import { LoggedSections } from './lock/logged-sections.ts'
import type { Sections } from './lock/sections.ts'
import { childPath, nameOf, parentOf, type RelativePath } from './relative-path.ts'
import { giveWayFor } from './slices.ts'
import { nodeSystem, type SystemCalls, unflushedSystem } from './system-calls.ts'
import type { LineReader } from './text/line-reader.ts'
import { type BatchFile, BatchReader, type BatchReadOptions } from './tree/batch-reader.ts'
import { type ByteFile, openBytes } from './tree/byte-file.ts'
import { CachedWalk, type CachedWalkOptions } from './tree/cached-walk.ts'
import { type DirEntry, listDirectory, listFolders } from './tree/list.ts'
import { openLines } from './tree/open-lines.ts'
import { type FileBytes, readFile, readText, readToChange, type TextFile } from './tree/read-file.ts'
import { survey, type TreeSurvey } from './tree/survey.ts'
import { type WalkedFile, type WalkOptions, walk } from './tree/walk.ts'
import { appendFile } from './write/append.ts'
import { createFile, type Expected, putFile, replaceFile, type Written } from './write/atomic-write.ts'
import { ensureDirectory } from './write/ensure-directory.ts'
import { moveEntry, removeFile, removeFolder } from './write/move-remove.ts'
import { PublishedWrites } from './write/published-writes.ts'
import { openScratch, type ScratchFile } from './write/scratch-file.ts'
import { removeStaleTemporaryFiles } from './write/stale-temporary-files.ts'

const TOP = '' as RelativePath

export interface RootOptions extends Withholding {
  /** The lock of `exclusive`, relative to the root, e.g. `.system/shoko/lock.db`. */
  readonly lockPath?: string
  readonly clock?: Clock
  /**
   * `new`: what is made here is for this user alone. `all`: the folder is closed to others too, and neither a
   * link in its place nor a file that another user has made or may write to is opened. `cache`: nor is a link in the place of the folder that it lies in, as in
   * `~/.cache/shoko/vault`. Default: as the user's umask says.
   */
  readonly closed?: 'new' | 'all' | 'cache'
  /** Shared by the roots of a process, so that each hears what the others write below it. */
  readonly writes?: OwnWrites
  /** For files that belong to more than this machine: where a section of theirs is had, and becomes a change for everybody. */
  readonly sections?: Sections | undefined
  /** A copy that can be had again: nothing is flushed to the disk, and no editor saves into it. So it is with `sections`. */
  readonly volatile?: boolean
}

/** A folder, and the only way to the files in it. No call follows a link, leaves the folder or waits for a special file. */
export interface Root {
  /** For shells and outputs that want it absolute; never for messages. */
  readonly absolutePath: string
  stat(path: RelativePath): Promise<FileInfo>
  /** Like `stat`, undefined instead of `not_found`. */
  find(path: RelativePath): Promise<FileInfo | undefined>
  /** The whole file, or its first `maxBytes`. */
  read(path: RelativePath, options?: { readonly maxBytes?: number }): Promise<FileBytes>
  readText(path: RelativePath): Promise<TextFile>
  /** For tools that write the file anew with a change: no more than `most`, else `MAX_CHANGED_BYTES`. */
  readToChange(path: RelativePath, most?: number): Promise<TextFile>
  /** For files of any size; close the reader. */
  openLines(path: RelativePath): Promise<LineReader>
  /** For parts of a large file of our own; close it. */
  openBytes(path: RelativePath): Promise<ByteFile>
  list(dir: RelativePath): Promise<DirEntry[]>
  /** The names of the folders in it, in the order of `list`; without a look at each. */
  listFolders(dir: RelativePath): Promise<string[]>
  walk(options?: WalkOptions): Promise<WalkedFile[]>
  /** Makes parents; `already_exists` when anything is there. */
  create(path: RelativePath, content: string | Uint8Array): Promise<Written>
  /** The file must exist. Atomic; keeps the mode; identical content writes nothing. */
  replace(path: RelativePath, content: string | Uint8Array, expected?: Expected): Promise<Written>
  /** For files of our own that can be made anew: makes or replaces the file and its parents, atomically, without a look at what was there. */
  put(path: RelativePath, content: Uint8Array): Promise<void>
  /** For journals of lines: makes file and parents. Call it under the lock. */
  append(path: RelativePath, content: string | Uint8Array): Promise<void>
  /** A file or a directory, to a name that is free; makes parents. Call it under the lock. */
  move(from: RelativePath, to: RelativePath): Promise<void>
  remove(path: RelativePath): Promise<void>
  /** A folder that stands empty. False: it does not, or it is not there. */
  removeFolder(path: RelativePath): Promise<boolean>
  /** With parents; fine if it is there. For '' the root itself is made. */
  ensureDirectory(path: RelativePath): Promise<void>
  /** Calls for every change below this root that comes through it or another root with the same `writes`. Returns what ends it. */
  onOwnWrite(listener: (path: RelativePath) => void): () => void
  /** Runs the work while no other section of the same lock runs, in this process or another. Sections do not nest. */
  exclusive<T>(work: () => Promise<T>, options?: ExclusiveOptions): Promise<T>
  /** Everything below the root that a reader of files does not get to see. Looks only; for checks. */
  survey(): Promise<TreeSurvey>
  /** Temporary files of killed processes go. `exclusive` does it by itself the first time; call it under a lock. */
  removeStaleTemporaryFiles(): Promise<readonly RelativePath[]>
  /** They block: for worker threads, or for a few files at a time. */
  readonly sync: {
    /** Remembers the directories it has read, and reads again only those that have changed. */
    walk(options?: CachedWalkOptions): WalkedFile[]
    /** Undefined: gone, not a file, or a link. */
    read(path: RelativePath): Buffer | undefined
    /** The same with what the file system says of it. */
    readFile(path: RelativePath, options?: BatchReadOptions): BatchFile | undefined
    /**
     * Only to tell whether a file that was read has changed since. It looks the whole path up by name, at half the cost of the
     * contained way: a swapped folder shows another file, and reading that is refused.
     */
    peek(path: RelativePath): FileInfo | undefined
    /** A file of this process in the folder itself, without a name; makes the folder where it is missing. Close it. */
    scratch(): ScratchFile
  }
  /**
   * A folder of this root as a root of its own, which stays inside this one: a link in its place, or on the way, is refused
   * whenever it comes there. Touches nothing until the first use.
   */
  below(path: RelativePath, options?: RootOptions): Root
  close(): void
}

/** Touches nothing until the first use. A root that is itself a link is resolved then, once. */
export function openRoot(absolutePath: string, options: RootOptions = {}): Root {
  const containment = usualContainment()
  const system = isCopyOf(options) ? unflushedSystem : nodeSystem
  if (options.closed === undefined) return createRoot(absolutePath, { ...options, system, containment })
  return rootOf(OWN_FOLDERS[options.closed](absolutePath, containment), { absolutePath, options })
}

function isCopyOf({ volatile, sections }: RootOptions): boolean {
  return volatile === true || sections !== undefined
}

const OWN_FOLDERS = { new: createClosedFolder, all: createPrivateFolder, cache: createCacheFolder }

export interface RootParts extends RootOptions {
  readonly system: SystemCalls
  readonly containment: Containment
}

/** `openRoot` with its two seams in the open. */
export function createRoot(absolutePath: string, parts: RootParts): Root {
  return rootOf(createFolder(absolutePath, parts), { absolutePath, options: parts })
}

function rootOf(opened: RootFolder, root: { readonly absolutePath: string; readonly options: RootOptions }): Root {
  const { absolutePath, options: parts } = root
  const { clock = systemClock, writes = createOwnWrites() } = parts
  const isCopy = isCopyOf(parts)
  const folder = createSteadyFolder(opened)
  const sections = new ExclusiveSections(folder, { lockPath: parts.lockPath, clock })
  const logged = parts.sections === undefined ? undefined : new LoggedSections(folder, { absolutePath, sections: parts.sections })
  const reader = new BatchReader(folder)
  const cachedWalk = new CachedWalk(folder)
  const published = new PublishedWrites(folder, writes)
  const withheld = new Withheld({ system: folder.system, absolutePath }, parts)
  const isShown = ({ path }: WalkedFile) => !withheld.has(path)
  const reach = <T>(path: RelativePath, work: () => Promise<T>): Promise<T> =>
    attempt(path, () => {
      withheld.refuse(path)
      return work()
    })
  const write = <T>(paths: readonly [RelativePath, ...RelativePath[]], work: () => Promise<T>): Promise<T> =>
    attempt(paths[0], () => {
      for (const path of paths) withheld.refuse(path)
      if (logged === undefined) return published.after(paths, attempt(paths[0], work))
      return published.after(
        paths,
        logged.note(paths).then(() => attempt(paths[0], work)),
      )
    })
  return {
    absolutePath,
    stat: (path) => reach(path, async () => existingInfo(folder, path)),
    find: (path) => reach(path, async () => findInfo(folder, path)),
    read: (path, options) => reach(path, () => readFile(folder, path, options?.maxBytes)),
    readText: (path) => reach(path, () => readText(folder, path)),
    readToChange: (path, most) => reach(path, () => readToChange(folder, path, most)),
    openLines: (path) => reach(path, () => openLines(folder, path)),
    openBytes: (path) => reach(path, async () => openBytes(folder, path)),
    list: (dir) => reach(dir, async () => listDirectory(folder, dir).filter((entry) => !withheld.has(entry.path))),
    listFolders: (dir) => reach(dir, async () => listFolders(folder, dir).filter((name) => !withheld.has(childPath(dir, name)))),
    walk: (options) => reach(options?.dir ?? TOP, async () => (await walk(folder, options)).filter(isShown)),
    create: (path, content) =>
      reserved(
        path,
        write([path], async () => createFile(folder, path, await bytesOf(content))),
      ),
    replace: (path, content, expected) =>
      reserved(
        path,
        write([path], async () => replaceFile(folder, path, { bytes: await bytesOf(content), expected, isCopy })),
      ),
    put: (path, content) => write([path], () => putFile(folder, path, content)),
    append: async (path, content) =>
      void (await reserved(
        path,
        write([path], async () => appendFile(folder, path, await bytesOf(content))),
      )),
    move: async (from, to) =>
      void (await reserved(
        to,
        write([from, to], () => moveEntry(folder, from, to)),
      )),
    remove: async (path) =>
      void (await reserved(
        path,
        write([path], () => removeFile(folder, path)),
      )),
    removeFolder: (path) => reach(path, async () => removeFolder(folder, path)),
    onOwnWrite: (listener) => published.listen(listener),
    ensureDirectory: (path) =>
      reach(path, () => {
        logged?.noteFolder(path)
        return makeDurably(folder, path)
      }),
    exclusive: (work, options) =>
      logged === undefined || options?.ofCache === true
        ? sections.run(work, options)
        : logged.run(work, {
            lock: join(absolutePath, options?.lockPath ?? parts.lockPath ?? ''),
            timeoutMs: options?.timeoutMs ?? PATIENCE_MS,
            signal: options?.signal,
          }),
    survey: () => attempt('', () => survey(folder)),
    removeStaleTemporaryFiles: () => attempt('', () => removeStaleTemporaryFiles(folder, clock.now())),
    sync: {
      walk: (options) =>
        attemptNow(options?.dir ?? '', () => {
          withheld.refuse(options?.dir ?? TOP)
          return cachedWalk.walk(options).filter(isShown)
        }),
      read: (path) => (withheld.has(path) ? undefined : attemptNow(path, () => reader.read(path)?.bytes)),
      readFile: (path, options) => (withheld.has(path) ? undefined : attemptNow(path, () => reader.read(path, options))),
      peek: (path) => (withheld.has(path) ? undefined : peek(folder, path)),
      scratch: () => attemptNow('', () => openScratch(folder)),
    },
    below: (path, options = {}) =>
      rootOf(createFolderBelow(folder, path), {
        absolutePath: join(absolutePath, path),
        options: { writes, ...(parts.sections === undefined ? {} : { sections: parts.sections }), ...options },
      }),
    close: () => {
      reader.close()
      sections.close()
      folder.close()
    },
  }
}

/** Descriptors lead on only where the kernel shows them under /proc, which a bare chroot does not have. */
function usualContainment(): Containment {
  return process.platform === 'linux' && showsDescriptors() ? descriptorContainment : checkedContainment
}

function showsDescriptors(): boolean {
  try {
    return nodeSystem.lstat('/proc/self/fd') !== undefined
  } catch {
    return true // a moment's trouble, not a missing /proc; the first real call says what it is
  }
}

/** Done, and yet not quite as it should be: said to whoever answers the caller. */
async function reserved<T extends Pick<Written, 'durable' | 'displaced'>>(path: RelativePath, work: Promise<T>): Promise<T> {
  const done = await work
  if (!done.durable) addReservation('written, but the disk refused the last flush, so that a power cut may undo it', path)
  if (done.displaced !== undefined)
    addReservation('the save of another program in the same moment was displaced, and is kept as', done.displaced)
  return done
}

async function attempt<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toFsError(error, path)
  }
}

function attemptNow<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toFsError(error, path)
  }
}

function existingInfo(folder: RootFolder, path: RelativePath): FileInfo {
  const info = findInfo(folder, path)
  if (info === undefined) throw notFound(path)
  return info
}

function findInfo(folder: RootFolder, path: RelativePath): FileInfo | undefined {
  try {
    const stats = path === '' ? folder.system.lstat(folder.realPath()) : lookUp(folder, path)
    return stats?.isFile() || stats?.isDirectory() ? infoOf(stats) : undefined
  } catch (error) {
    const failure = toFsError(error, path)
    if (failure instanceof DomainError && failure.reason === 'not_found') return undefined
    throw failure
  }
}

function lookUp(folder: RootFolder, path: RelativePath): Stats | undefined {
  const dir = openDirectory(folder, parentOf(path))
  try {
    return statEntry(folder, dir, nameOf(path))
  } finally {
    dir.close()
  }
}

function peek(folder: RootFolder, path: RelativePath): FileInfo | undefined {
  try {
    const stats = folder.system.lstat(`${folder.realPath()}/${path}`)
    return stats?.isFile() ? infoOf(stats) : undefined
  } catch {
    return undefined // whatever is wrong with the way there, the file is to be read anew, and that will say so
  }
}

async function makeDurably(folder: RootFolder, path: RelativePath): Promise<void> {
  if (path === '') folder.make()
  const made = ensureDirectory(folder, path)
  try {
    if (made.isNew) await made.flush()
  } finally {
    made.close()
  }
}

async function bytesOf(content: string | Uint8Array): Promise<Uint8Array> {
  if (typeof content !== 'string') return content
  await giveWayFor(content)
  const bytes = Buffer.from(content)
  await giveWayFor(content)
  return bytes
}
