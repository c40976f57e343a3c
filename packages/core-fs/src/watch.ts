import path from 'node:path'
import type { ChokidarOptions, FSWatcher } from 'chokidar'
import { errnoOf } from './fs-error.ts'
import { realPathOf } from './local-file.ts'
import { isReservedName, parseDirectory, type RelativePath } from './relative-path.ts'
import type { Root } from './rooted-fs.ts'

export interface WatchOptions {
  /** What to watch, with everything below; default the whole root. */
  readonly dirs?: readonly RelativePath[]
  readonly skip?: (path: RelativePath) => boolean
  /** How long changes are gathered before they are told; default 50. */
  readonly debounceMs?: number
  readonly onChange: (batch: WatchBatch) => void
  readonly onState?: (trusted: boolean) => void
}

export interface WatchBatch {
  /** Files and folders that came, went or changed; hints, without order. */
  readonly paths: readonly RelativePath[]
  /** More may have happened than `paths` say: scan again. */
  readonly overflow: boolean
}

export interface Watch {
  /** Whether changes are being told right now; false: scan instead. */
  readonly trusted: boolean
  readonly ready: Promise<void>
  close(): Promise<void>
}

/** Tells which paths below a root change. One watch a directory, none a file; it never keeps the process alive. */
export function watchTree(root: Root, options: WatchOptions): Watch {
  return new TreeWatch(root, options, startChokidar)
}

export type StartWatcher = (paths: string[], options: ChokidarOptions) => Promise<Watcher>

/** What is used of chokidar. */
export type Watcher = Pick<FSWatcher, 'on' | 'close'>

const DEBOUNCE_MS = 50
/** The kernel queues 16,384 events and drops the rest, and Node.js does not say so: long before that a scan is due. */
const MOST_EVENTS = 4096
const LEFT_ALONE = new Set(['.git', 'node_modules'])

async function startChokidar(paths: string[], options: ChokidarOptions): Promise<Watcher> {
  const { watch } = await import('chokidar')
  return watch(paths, options)
}

export class TreeWatch implements Watch {
  readonly ready: Promise<void>
  readonly #root: Root
  readonly #options: WatchOptions
  readonly #base: string
  readonly #paths = new Set<RelativePath>()
  #watcher: Watcher | undefined
  #timer: NodeJS.Timeout | undefined
  #events = 0
  #overflow = false
  #trusted = false
  #failed = false
  #closed = false

  constructor(root: Root, options: WatchOptions, start: StartWatcher) {
    this.#root = root
    this.#options = options
    // The watcher takes a link for a file, so a root that is a link is given by its target.
    this.#base = realPathOf(root.absolutePath)
    this.ready = this.#start(start)
  }

  get trusted(): boolean {
    return this.#trusted
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#trusted = false
    clearTimeout(this.#timer)
    await this.#watcher?.close()
  }

  async #start(start: StartWatcher): Promise<void> {
    const dirs = this.#options.dirs ?? [parseDirectory('')]
    const watcher = await start(
      dirs.map((dir) => path.join(this.#base, dir)),
      {
        persistent: false,
        ignoreInitial: true,
        followSymlinks: false,
        // Files are left to the events of their directory: chokidar's own compare times too coarse for quick saves.
        ignored: (place, stats) => (stats !== undefined && !stats.isDirectory()) || this.#isSkippedPlace(place),
      },
    )
    this.#watcher = watcher
    if (this.#closed) return watcher.close()
    await new Promise<void>((resolve) => this.#listen(watcher, resolve))
    this.#setTrusted(!this.#failed && !this.#closed)
  }

  #listen(watcher: Watcher, ready: () => void): void {
    let isReady = false
    watcher.on('ready', () => {
      isReady = true
      ready()
    })
    watcher.on('raw', (_event, name, details) => this.#noteRaw(name, details))
    watcher.on('addDir', (place) => {
      if (isReady) void this.#noteNewDirectory(place)
    })
    watcher.on('unlinkDir', () => this.#noteUnknown()) // its files went with it, unnamed
    watcher.on('error', (error) => {
      if (['EACCES', 'EPERM', 'ENOENT'].includes(errnoOf(error) ?? '')) return // closed to us or gone: not readable either
      this.#failed = true
      this.#setTrusted(false)
      this.#noteUnknown()
      ready()
    })
  }

  #noteRaw(name: unknown, details: unknown): void {
    const watched = typeof details === 'object' && details !== null && 'watchedPath' in details ? details.watchedPath : undefined
    if (typeof name !== 'string' || typeof watched !== 'string') this.#noteUnknown()
    else this.#notePlace(path.join(watched, name))
  }

  /** What was put into a new directory before it was watched has had no event of its own. */
  async #noteNewDirectory(place: string): Promise<void> {
    const dir = this.#relative(place)
    if (dir === undefined) return
    this.#note(dir)
    try {
      for (const file of await this.#root.walk({ dir, hidden: true, skip: (inside) => this.#isSkipped(inside) }))
        this.#note(file.path)
    } catch {
      this.#noteUnknown()
    }
  }

  #notePlace(place: string): void {
    const changed = this.#relative(place)
    if (changed !== undefined) this.#note(changed)
  }

  #note(changed: RelativePath): void {
    if (this.#isSkipped(changed)) return
    this.#events++
    if (this.#events > MOST_EVENTS) this.#overflow = true
    else this.#paths.add(changed)
    this.#schedule()
  }

  #noteUnknown(): void {
    this.#overflow = true
    this.#schedule()
  }

  #schedule(): void {
    if (this.#closed || this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.#tell(), this.#options.debounceMs ?? DEBOUNCE_MS).unref()
  }

  #tell(): void {
    const batch = { paths: [...this.#paths], overflow: this.#overflow }
    this.#timer = undefined
    this.#paths.clear()
    this.#events = 0
    this.#overflow = false
    this.#options.onChange(batch)
  }

  #isSkippedPlace(place: string): boolean {
    const candidate = this.#relative(place)
    return candidate !== undefined && this.#isSkipped(candidate)
  }

  #isSkipped(candidate: RelativePath): boolean {
    if (candidate === '') return false
    const names = candidate.split('/')
    if (names.some((name) => LEFT_ALONE.has(name) || isReservedName(name))) return true
    return this.#options.skip?.(candidate) ?? false
  }

  /** Undefined outside the base: a missing folder is waited for in its parents. */
  #relative(place: string): RelativePath | undefined {
    const segments = path.relative(this.#base, place).split(path.sep)
    return segments[0] === '..' ? undefined : (segments.join('/') as RelativePath) // a place below the base
  }

  #setTrusted(trusted: boolean): void {
    if (trusted === this.#trusted) return
    this.#trusted = trusted
    this.#options.onState?.(trusted)
  }
}
