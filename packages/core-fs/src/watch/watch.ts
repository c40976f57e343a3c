import { isReservedName, parseDirectory, type RelativePath } from '../relative-path.ts'
import type { Root } from '../rooted-fs.ts'
import { watchWithChokidar } from './watch-chokidar.ts'
import { watchDirectories } from './watch-directories.ts'
import type { StartWatcher, Watcher } from './watch-task.ts'

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

/** Tells which paths below a root change. One watch per directory, none per file; it never keeps the process alive. */
export function watchTree(root: Root, options: WatchOptions): Watch {
  return new TreeWatch(root, options, process.platform === 'linux' ? watchDirectories : watchWithChokidar)
}

const DEBOUNCE_MS = 50
/** So many names in one batch cost more than the scan that they would save. */
const MAX_PATHS = 4096
const LEFT_ALONE = new Set(['.git', 'node_modules'])

export class TreeWatch implements Watch {
  readonly ready: Promise<void>
  readonly #options: WatchOptions
  readonly #paths = new Set<RelativePath>()
  readonly #ending = new AbortController()
  #watcher: Watcher | undefined
  #timer: NodeJS.Timeout | undefined
  #overflow = false
  #isReady = false
  #isComplete = true
  #trusted = false

  constructor(root: Root, options: WatchOptions, start: StartWatcher) {
    this.#options = options
    this.ready = this.#start(root, start)
  }

  get trusted(): boolean {
    return this.#trusted
  }

  async close(): Promise<void> {
    this.#ending.abort()
    this.#trusted = false
    clearTimeout(this.#timer)
    await this.#watcher?.close()
  }

  async #start(root: Root, start: StartWatcher): Promise<void> {
    const watcher = await start({
      root,
      dirs: this.#options.dirs ?? [parseDirectory('')],
      signal: this.#ending.signal,
      isSkipped: (path) => this.#isSkipped(path),
      changed: (path) => this.#note(path),
      lost: () => this.#noteUnknown(),
      complete: (isComplete) => this.#noteState(isComplete),
    })
    this.#watcher = watcher
    if (this.#isClosed) return watcher.close()
    this.#isReady = true
    this.#noteState(this.#isComplete)
  }

  get #isClosed(): boolean {
    return this.#ending.signal.aborted
  }

  #note(changed: RelativePath): void {
    if (this.#isSkipped(changed)) return
    if (this.#paths.size < MAX_PATHS) this.#paths.add(changed)
    else this.#overflow = true
    this.#schedule()
  }

  #noteUnknown(): void {
    this.#overflow = true
    this.#schedule()
  }

  #noteState(isComplete: boolean): void {
    this.#isComplete = isComplete
    if (!this.#isReady || this.#isClosed || isComplete === this.#trusted) return
    this.#trusted = isComplete
    this.#options.onState?.(isComplete)
  }

  #schedule(): void {
    if (this.#isClosed || this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.#tell(), this.#options.debounceMs ?? DEBOUNCE_MS).unref()
  }

  #tell(): void {
    const batch = { paths: [...this.#paths], overflow: this.#overflow }
    this.#timer = undefined
    this.#paths.clear()
    this.#overflow = false
    this.#options.onChange(batch)
  }

  #isSkipped(candidate: RelativePath): boolean {
    if (candidate === '') return false
    const names = candidate.split('/')
    if (names.some((name) => LEFT_ALONE.has(name) || isReservedName(name))) return true
    return this.#options.skip?.(candidate) ?? false
  }
}
