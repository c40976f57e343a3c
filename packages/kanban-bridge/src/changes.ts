export interface FeedSettings {
  readonly debounceMs: number
  readonly maxBatch: number
}

export interface FeedOptions {
  readonly settings: () => FeedSettings
  /** The cards of the hot columns, for when events were lost. */
  readonly scanHot: () => Promise<readonly string[]>
  /** One batch: the board is announced first, then these cards. */
  readonly announce: (ids: readonly string[]) => void
}

// After so many losses in a row, scanning would cost more than it tells.
const OVERFLOWS_IN_A_ROW = 3

/** Tells of the first change at once and gathers what follows into batches; lost events become a scan of the hot columns. */
export class ChangeFeed {
  readonly #options: FeedOptions
  readonly #waiting = new Set<string>()
  /** Runs after each batch: until it is over, what comes in waits. */
  #timer: NodeJS.Timeout | undefined
  #isDue = false
  #overflows = 0
  #closed = false

  constructor(options: FeedOptions) {
    this.#options = options
  }

  /** Something changed on the board, and these cards in particular. */
  changed(ids: Iterable<string>): void {
    this.#overflows = 0
    this.#enqueue(ids)
  }

  /** Events were lost. The third time in a row only the board is announced, and counting begins anew. */
  async overflowed(): Promise<void> {
    this.#overflows += 1
    if (this.#overflows < OVERFLOWS_IN_A_ROW) return this.#enqueue(await this.#options.scanHot())
    this.#overflows = 0
    this.#waiting.clear()
    this.#enqueue([])
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #enqueue(ids: Iterable<string>): void {
    for (const id of ids) this.#waiting.add(id)
    this.#isDue = true
    if (!this.#closed && this.#timer === undefined) this.#flush()
  }

  #flush(): void {
    const { debounceMs, maxBatch } = this.#options.settings()
    const batch = [...this.#waiting].slice(0, maxBatch)
    for (const id of batch) this.#waiting.delete(id)
    this.#isDue = this.#waiting.size > 0
    this.#options.announce(batch)
    this.#timer = setTimeout(() => this.#end(), debounceMs)
    this.#timer.unref()
  }

  #end(): void {
    this.#timer = undefined
    if (this.#isDue) this.#flush()
  }
}
