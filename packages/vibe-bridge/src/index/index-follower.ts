import type { Call, Clock, Logger } from '@shoko/contract'
import { isHiddenPath, type RelativePath, type Root, watchTree } from '@shoko/core-fs'
import { createLiveChanges, type LiveChanges } from '@shoko/follow'
import { addressOfPath, type DocumentAddress, isMarkdown } from '../workspace/layout.ts'
import { FAILURE_TEXT, failureOf, indexError } from './database.ts'
import { type SharedRun, shareRun } from './shared-run.ts'

export interface IndexFollowerOptions {
  readonly root: Root
  readonly clock: Clock
  readonly logger: Logger
  /** What people call the index: the name of its file. */
  readonly indexName: string
  /** Called with the paths of files that changed outside this process. */
  readonly onChange: (paths: readonly RelativePath[]) => void
  /** Brings the index to what one file is now. */
  readonly follow: (address: DocumentAddress) => Promise<unknown>
  /** Compares every file with the index. */
  readonly scan: (report: Call['report']) => Promise<void>
}

/** How long a locked index is left alone: every attempt holds up this process. */
const BUSY_PAUSE_MS = 1000

/** Keeps an index that processes share current. When the disk is asked is decided as for every family (`@shoko/follow`). */
export class IndexFollower {
  readonly #options: IndexFollowerOptions
  readonly #live: LiveChanges
  readonly #pending = new Map<string, DocumentAddress>()
  #scanning: SharedRun<void> | undefined
  #checking: Promise<void> | undefined
  #draining: Promise<void> = Promise.resolve()
  #lag: { readonly warning: string; readonly retryAt: number } | undefined
  #isStarted = false

  constructor(options: IndexFollowerOptions) {
    const { root, clock } = options
    this.#options = options
    this.#live = createLiveChanges(
      {
        onOwnWrite: (listener) => root.onOwnWrite((path) => isHiddenPath(path) || listener(path)),
        watch: (asked) =>
          watchTree(root, {
            ...asked,
            skip: isHiddenPath,
            onChange: (batch) => {
              asked.onChange(batch)
              this.#takeInSoon(batch.paths)
            },
          }),
      },
      { clock },
    )
  }

  get isStarted(): boolean {
    return this.#isStarted
  }

  /** Why answers may be old. */
  get warning(): string | undefined {
    return this.#lag?.warning
  }

  /** Begins to watch the files. */
  start(): Promise<void> {
    this.#isStarted = true
    return this.#live.start()
  }

  /** Waits until the index follows the files; the first time that is when it has been built. */
  async refresh(call: Call): Promise<void> {
    void this.start()
    if (this.#lag !== undefined && performance.now() < this.#lag.retryAt) return
    await this.#catchUp(async () => {
      this.#takeDue()
      await this.#scanning?.join(call)
      await this.#drain()
    })
    if (this.#live.doubtful) this.#checkAside()
  }

  /** The caller takes this file in now, out of turn. */
  claim({ path }: DocumentAddress): void {
    this.#live.claim(path)
  }

  /** Indexing this file failed: it is tried again with the next call. */
  postpone(address: DocumentAddress): void {
    this.#pending.set(address.path, address)
  }

  /** The index has been filled by somebody else's work. */
  noteCurrent(): void {
    this.#lag = undefined
  }

  /** The index has lost what it knew. */
  restart(): void {
    this.#live.distrust()
  }

  async close(): Promise<void> {
    await this.#live.close()
    await Promise.allSettled([this.#scanning?.result, this.#checking, this.#draining])
  }

  #takeDue(): void {
    if (this.#scanning !== undefined || !this.#live.due) return
    const due = this.#live.take()
    // A name that is no document may be a folder that came or went with documents in it.
    if (due.sweep || due.paths.some((path) => !isMarkdown(path))) this.#startScan()
    else for (const path of due.paths) this.#note(path)
  }

  #startScan(): void {
    const run = shareRun((report) => this.#scan(report))
    this.#scanning = run
    // Whoever waits for the run sees its failure; the next caller tries again.
    run.result
      .catch(() => {})
      .finally(() => {
        this.#scanning = undefined
      })
  }

  async #scan(report: Call['report']): Promise<void> {
    try {
      await this.#options.scan(report)
    } catch (error) {
      this.#live.distrust()
      throw error
    }
  }

  /** Not awaited by the call at hand, which is as good as the watcher. */
  #checkAside(): void {
    if (this.#checking !== undefined || this.#scanning !== undefined) return
    this.#live.distrust()
    this.#live.take()
    this.#checking = this.#scan(() => {})
      .catch((error: unknown) => this.#warn('vibe.sweep_failed', error))
      .finally(() => {
        this.#checking = undefined
      })
  }

  /** As soon as the watcher tells: subscribers hear of it, and the next call finds it done. */
  #takeInSoon(paths: readonly RelativePath[]): void {
    for (const path of paths) this.#note(path)
    this.#options.onChange(paths)
    this.#catchUp(() => this.#drain()).catch((error: unknown) => this.#warn('vibe.follow_failed', error))
  }

  #note(path: RelativePath): void {
    const address = isMarkdown(path) ? addressOfPath(path) : undefined
    if (address !== undefined) this.#pending.set(address.path, address)
  }

  /** While another process has the index locked, answers are old, and say so. */
  async #catchUp(work: () => Promise<void>): Promise<void> {
    const { indexName } = this.#options
    try {
      await work()
      this.#lag = undefined
    } catch (error) {
      const failure = failureOf(error)
      if (failure === undefined) throw error
      if (failure !== 'busy') throw indexError(indexName, failure, error)
      const warning = `${indexName} ${FAILURE_TEXT.busy}: what changed since is not searchable yet`
      this.#lag = { warning, retryAt: performance.now() + BUSY_PAUSE_MS }
    }
  }

  /** What the watcher or a failed attempt left to do, one caller after the other. */
  #drain(): Promise<void> {
    const drain = () => this.#takePending()
    this.#draining = this.#draining.then(drain, drain)
    return this.#draining
  }

  async #takePending(): Promise<void> {
    for (const [path, address] of this.#pending) {
      this.#pending.delete(path)
      try {
        await this.#options.follow(address)
      } catch (error) {
        this.#pending.set(path, address)
        throw error
      }
    }
  }

  #warn(event: string, error: unknown): void {
    this.#options.logger.log('warn', { event, error: String(error) })
  }
}
