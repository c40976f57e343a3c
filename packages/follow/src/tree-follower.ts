import { type Call, type Logger, type Progress, systemClock } from '@shoko/contract'
import { type FileStamp, isCurrent, isHiddenPath, type RelativePath, type Root, type WalkedFile } from '@shoko/core-fs'
import { createLiveChanges, type LiveChanges, type LiveFiles, type LiveOptions } from './live-changes.ts'
import { inTurns, yieldEvery } from './yield-every.ts'

export interface FollowedFiles extends LiveFiles, Pick<Root, 'walk' | 'find'> {}

/** What somebody knows of a tree of files, and how it takes in what is new. `Content` is what reading a file gives. */
export interface FollowedTree<Content> {
  readonly files: FollowedFiles
  /** In the words of the progress and the log: `notes`. */
  readonly name: string
  /** Hidden files are never followed, whatever this says. */
  isFollowed(path: RelativePath): boolean
  /** Of a file as it was last read. */
  stampOf(path: RelativePath): FileStamp | undefined
  knownPaths(): Iterable<string>
  read(path: RelativePath): Promise<Content>
  /** `lookedAt`: when the system's clock said what the file's stamp is to be made with. What takes long comes in steps. */
  put(path: RelativePath, content: Content, lookedAt: number): Iterator<undefined, void> | undefined
  /** Once, before anything is compared; the disk is walked meanwhile. */
  load?(report: (progress: Progress) => void): Promise<void>
  /** Everything that was due has been read, or reading has failed. */
  onUpdate?(outcome: 'done' | 'failed'): void
}

export interface FollowerOptions extends LiveOptions {
  readonly logger: Logger
}

const BATCH = 16
const MAX_TIMER_MS = 2 ** 31 - 1
/** So long the first wait is left to open what was saved before its time begins. */
const OPENING_MS = 500

/**
 * Keeps what is known of a tree current. The promise, the same for every family:
 * what this process has written is seen by the next call; what others write is seen as soon as the system tells, a moment later;
 * where the system does not tell, everything is looked at again when the last look is older than a second; and even where it
 * does, the disk is asked every 15 seconds of use, beside the calls. Nothing is read or watched before the first refresh.
 */
export class TreeFollower<Content> {
  readonly #tree: FollowedTree<Content>
  readonly #options: FollowerOptions
  #live: LiveChanges
  readonly #pending = new Set<RelativePath>()
  readonly #listeners = new Set<(progress: Progress) => void>()
  #started: Promise<void> | undefined
  #listed: Promise<void> | undefined
  #running: Promise<void> | undefined

  constructor(tree: FollowedTree<Content>, options: FollowerOptions) {
    this.#tree = tree
    this.#options = options
    this.#live = createLiveChanges(tree.files, options)
  }

  /** Files that are known to be there, or to have changed, and have not been read since. */
  get pending(): ReadonlySet<RelativePath> {
    return this.#pending
  }

  /** Takes in what changed, for at most `waitMs` and until the call is cancelled. Says whether everything was; the work goes on. */
  async refresh(call: Pick<Call, 'signal' | 'report'>, waitMs: number): Promise<boolean> {
    const isDue = this.#running !== undefined || this.#live.due || this.#pending.size > 0
    const isDone = !isDue || (await this.#wait(call, waitMs))
    if (this.#live.doubtful) setImmediate(() => this.#checkAside()).unref()
    return isDone && this.#pending.size === 0
  }

  /** Everything is looked at when it is next asked for. */
  distrust(): void {
    this.#live.distrust()
  }

  /** Watches nothing and knows of nothing, as before the first refresh, which loads anew. False while files are being read. */
  rest(): boolean {
    if (this.#running !== undefined) return false
    const live = this.#live
    this.#live = createLiveChanges(this.#tree.files, this.#options)
    this.#started = undefined
    this.#listed = undefined
    this.#pending.clear()
    void live.close()
    return true
  }

  async close(): Promise<void> {
    await this.#live.close()
    await this.#running?.catch(() => {})
  }

  /** Whether what was due when it was asked for has been read. */
  async #wait({ signal, report }: Pick<Call, 'signal' | 'report'>, waitMs: number): Promise<boolean> {
    const { promise: enough, resolve } = Promise.withResolvers<false>()
    let timer: NodeJS.Timeout | undefined
    const onAbort = () => resolve(false)
    signal.addEventListener('abort', onAbort, { once: true })
    this.#listeners.add(report)
    const work = this.#untilCurrent().then(() => true)
    // Work that fails after the waiting has ended fails the next call, not the process.
    work.catch(() => {})
    try {
      await Promise.race([this.#opening(), enough])
      if (waitMs > 0) timer = setTimeout(resolve, Math.min(waitMs, MAX_TIMER_MS), false)
      else resolve(false)
      return await Promise.race([enough, work])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      this.#listeners.delete(report)
    }
  }

  /** A call's time is for reading files, not for opening what holds them, unless that waits for somebody else. */
  async #opening(): Promise<void> {
    const opened = Promise.allSettled([this.#started, this.#listed])
    const { promise: enough, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, OPENING_MS)
    await Promise.race([opened, enough])
    clearTimeout(timer)
  }

  async #untilCurrent(): Promise<void> {
    // An update under way may have begun before the last change was seen.
    if (this.#running !== undefined) await this.#running
    if (this.#live.due || this.#pending.size > 0) await this.#updateOnce()
  }

  #updateOnce(): Promise<void> {
    this.#running ??= this.#update().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Not awaited: the answer at hand is as good as the watcher, the next one is better. */
  #checkAside(): void {
    if (!this.#live.doubtful) return
    this.#live.distrust()
    this.#updateOnce().catch((cause) =>
      this.#options.logger.log('warn', { event: 'follow.sweep_failed', what: this.#tree.name, cause: String(cause) }),
    )
  }

  async #update(): Promise<void> {
    // At the start the disk is walked while what was saved is read.
    const walking = this.#started === undefined ? this.#walk() : undefined
    this.#listed = walking?.then((walked) => this.#list(walked)).catch(() => {})
    this.#started ??= this.#start()
    await this.#started
    await this.#listed
    const due = this.#live.take()
    let outcome: 'done' | 'failed' = 'failed'
    try {
      if (due.sweep) this.#compare(await (walking ?? this.#walk()))
      else for (const path of due.paths) await this.#inspect(path)
      await this.#catchUp()
      outcome = 'done'
    } finally {
      if (outcome === 'failed') this.#live.distrust()
      this.#tree.onUpdate?.(outcome)
    }
  }

  async #start(): Promise<void> {
    void this.#live.start().catch(() => {}) // without a watcher the disk is asked
    await this.#tree.load?.((progress) => this.#tell(progress))
  }

  /** Until what was saved is loaded, every file is one that has not been read. */
  #list(walked: readonly WalkedFile[]): void {
    for (const { path } of walked) if (this.#isFollowed(path)) this.#pending.add(path)
  }

  #walk(): Promise<WalkedFile[]> {
    return this.#tree.files.walk({ stats: true })
  }

  /** Everything on the disk, by size and times: no file is opened. */
  #compare(walked: readonly WalkedFile[]): void {
    const there = new Set<string>()
    for (const file of walked) {
      if (!this.#isFollowed(file.path)) continue
      there.add(file.path)
      this.#note(file)
    }
    for (const path of this.#tree.knownPaths()) if (!there.has(path)) this.#pending.add(path as RelativePath) // known from such paths
  }

  /** What a watcher named; a folder stands for all that is and was below it. */
  async #inspect(path: RelativePath): Promise<void> {
    if (isHiddenPath(path)) return
    const info = await this.#tree.files.find(path).catch(() => undefined)
    if (info?.kind === 'file' && this.#isFollowed(path)) return this.#note({ path, info })
    if (this.#tree.stampOf(path) !== undefined || this.#isFollowed(path)) this.#pending.add(path)
    const below = `${path}/`
    for (const known of this.#tree.knownPaths()) {
      if (path === '' || known.startsWith(below)) this.#pending.add(known as RelativePath) // as above
    }
    if (info?.kind !== 'dir') return
    for (const file of await this.#tree.files.walk({ dir: path, stats: true }).catch(() => []))
      if (this.#isFollowed(file.path)) this.#note(file)
  }

  #note({ path, info }: WalkedFile): void {
    const known = this.#tree.stampOf(path)
    if (known !== undefined && info !== undefined && isCurrent(known, info)) this.#pending.delete(path)
    else this.#pending.add(path)
  }

  /** Reads what is pending, a few files at a time, and gives way to other calls in between. */
  async #catchUp(): Promise<void> {
    const giveWay = yieldEvery()
    const message = `indexing ${this.#tree.name}`
    let done = 0
    while (this.#pending.size > 0) {
      const batch = [...this.#pending.keys().take(BATCH)]
      const lookedAt = systemClock.now() // the one that stamps the files
      const contents = await Promise.all(batch.map((path) => this.#tree.read(path)))
      for (const [place, path] of batch.entries()) {
        const steps = this.#tree.put(path, contents[place]!, lookedAt)
        if (steps !== undefined) await inTurns(steps, giveWay)
        this.#pending.delete(path)
        done++
        await giveWay()
      }
      this.#tell({ progress: done, total: done + this.#pending.size, message })
    }
  }

  #tell(progress: Progress): void {
    for (const tell of this.#listeners) tell(progress)
  }

  #isFollowed(path: RelativePath): boolean {
    return path !== '' && !isHiddenPath(path) && this.#tree.isFollowed(path)
  }
}
