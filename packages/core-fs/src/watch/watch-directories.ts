import { type FSWatcher, watch } from 'node:fs'
import { DomainError } from '@shoko/contract'
import { errnoOf } from '../fs-error.ts'
import { realPathOf } from '../local-file.ts'
import { childPath, isPlainSegment, parentOf, type RelativePath } from '../relative-path.ts'
import { nodeSystem } from '../system-calls.ts'
import type { Watcher, WatchTask } from './watch-task.ts'

/**
 * The kernel queues 16,384 events and drops the rest, and Node.js does not say so. It hands over all that are queued in one
 * turn of its loop: long before a turn brings so many, a scan is due.
 */
const MAX_EVENTS_PER_TURN = 4096
const MISSING_RETRY_MS = 500

/** Bare fs.watch, one per directory. For Linux, whose events name the entry and come in order. */
export async function watchDirectories(task: WatchTask, open: OpenWatch = watch): Promise<Watcher> {
  const watcher = new DirectoryWatcher(task, open)
  await watcher.start()
  return watcher
}

/** What is used of fs.watch. */
export type OpenWatch = (place: string, options: { readonly persistent: boolean }) => FSWatcher

interface Watched {
  readonly handle: FSWatcher
  readonly inside: Set<RelativePath>
}

class DirectoryWatcher implements Watcher {
  readonly #task: WatchTask
  readonly #open: OpenWatch
  readonly #watched = new Map<RelativePath, Watched>()
  #base = ''
  #eventsThisTurn = 0
  #retry: NodeJS.Timeout | undefined
  #failed = false

  constructor(task: WatchTask, open: OpenWatch) {
    this.#task = task
    this.#open = open
  }

  /** A folder that is not there is looked for again and again; until then nobody relies on this watcher. */
  async start(): Promise<void> {
    this.#base = realPathOf(this.#task.root.absolutePath)
    for (const dir of this.#task.dirs) if (!this.#watched.has(dir)) await this.#adopt(dir)
    this.#judge()
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry)
    this.#forgetAll()
  }

  #judge(): void {
    const { dirs, signal } = this.#task
    const isMissing = dirs.some((dir) => !this.#watched.has(dir))
    this.#task.complete(!isMissing && !this.#failed)
    if (!isMissing || this.#failed || signal.aborted || this.#retry !== undefined) return
    this.#retry = setTimeout(() => void this.#startAgain(), MISSING_RETRY_MS).unref()
  }

  async #startAgain(): Promise<void> {
    this.#retry = undefined
    const before = this.#watched.size
    await this.start()
    if (this.#watched.size > before) this.#task.lost()
  }

  /** Watches a directory and everything below; each before it is listed, so that nothing comes in between. */
  async #adopt(dir: RelativePath, tell?: (file: RelativePath) => void): Promise<void> {
    const { root, signal } = this.#task
    if (!this.#watch(dir)) return
    try {
      await root.walk({
        dir,
        hidden: true,
        signal,
        skip: (path, kind) => {
          if (this.#task.isSkipped(path)) return true
          if (kind === 'dir') return !this.#watch(path)
          tell?.(path)
          return true
        },
      })
    } catch (error) {
      if (signal.aborted) return
      this.#task.lost()
      if (!(error instanceof DomainError) || error.reason === 'disk_error') this.#fail()
    }
  }

  /** False when the directory is not watched: gone, a link, closed to this user, or one too many. */
  #watch(dir: RelativePath): boolean {
    if (this.#watched.has(dir)) return true
    if (this.#task.signal.aborted || this.#failed || !this.#isDirectory(dir)) return false
    try {
      // The `.` at the end names what happens to the directory itself; otherwise that has the name of an entry.
      const handle = this.#open(`${this.#place(dir)}/.`, { persistent: false })
      handle.on('change', (event, name) => this.#hear(dir, { event, name: name?.toString() }))
      handle.on('error', () => this.#fail())
      this.#watched.set(dir, { handle, inside: new Set() })
      if (dir !== '') this.#watched.get(parentOf(dir))?.inside.add(dir)
      return true
    } catch (error) {
      if (!['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) this.#fail()
      return false
    }
  }

  #hear(dir: RelativePath, { event, name }: { readonly event: string; readonly name: string | undefined }): void {
    this.#countEvent()
    if (name === undefined) this.#task.lost()
    const path = name === '.' ? dir : name !== undefined && isPlainSegment(name) ? childPath(dir, name) : undefined
    if (path === undefined || this.#task.isSkipped(path)) return
    if (path !== dir) this.#task.changed(path)
    if (event === 'rename') this.#lookAgain(path)
  }

  /** A name that came or went may be a directory's. The watch of one that went is dead, even when a new one has its name. */
  #lookAgain(path: RelativePath): void {
    const wasWatched = this.#forget(path)
    if (wasWatched) this.#task.lost() // its files went with it, unnamed
    if (wasWatched && this.#task.dirs.includes(path)) return void this.start()
    if (this.#isDirectory(path)) void this.#adopt(path, (file) => this.#task.changed(file))
  }

  #forget(dir: RelativePath): boolean {
    const known = this.#watched.get(dir)
    if (known === undefined) return false
    for (const inside of known.inside) this.#forget(inside)
    known.handle.close()
    this.#watched.delete(dir)
    this.#watched.get(parentOf(dir))?.inside.delete(dir)
    return true
  }

  #forgetAll(): void {
    for (const { handle } of this.#watched.values()) handle.close()
    this.#watched.clear()
  }

  #countEvent(): void {
    if (this.#eventsThisTurn === 0) setImmediate(() => this.#endTurn())
    this.#eventsThisTurn++
  }

  #endTurn(): void {
    const isFlood = this.#eventsThisTurn > MAX_EVENTS_PER_TURN
    this.#eventsThisTurn = 0
    if (isFlood) void this.#startOver()
  }

  /** Directories may have come and gone among the events that were dropped, so all are watched anew. */
  async #startOver(): Promise<void> {
    this.#task.complete(false)
    this.#forgetAll()
    await this.start()
    this.#task.lost()
  }

  #fail(): void {
    this.#failed = true
    this.#task.lost()
    this.#task.complete(false)
  }

  #isDirectory(dir: RelativePath): boolean {
    try {
      return nodeSystem.lstat(this.#place(dir))?.isDirectory() ?? false
    } catch {
      return false // not to be looked at, so not to be read either
    }
  }

  #place(dir: RelativePath): string {
    return dir === '' ? this.#base : `${this.#base}/${dir}`
  }
}
