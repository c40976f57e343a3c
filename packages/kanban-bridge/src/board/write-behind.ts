import type { Logger } from '@shoko/contract'

/** Work that may wait a moment, so that a burst of changes costs it once. Its failure is logged, and tried again with the next change. */
export class WriteBehind {
  readonly #options: {
    readonly name: string
    readonly delayMs: () => number
    readonly logger: Logger
    readonly work: () => Promise<void>
  }
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(options: { name: string; delayMs: () => number; logger: Logger; work: () => Promise<void> }) {
    this.#options = options
  }

  /** Within the delay from the first request on; later requests do not push it back. */
  schedule(): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.#start(), this.#options.delayMs())
    this.#timer.unref()
  }

  /** What is running is waited for, which may ask for more; what is waiting is done now. */
  async settle(): Promise<void> {
    await this.#running
    while (this.#timer !== undefined) await this.#start()
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running = this.#running.then(this.#options.work).catch((error: unknown) => {
      this.#options.logger.log('warn', { event: `kanban.${this.#options.name}_failed`, message: messageOf(error) })
    })
    return this.#running
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
