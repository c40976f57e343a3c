interface Waiter {
  readonly go: () => void
}

/** First come, first served, inside one process. */
export class Mutex {
  readonly #waiting: Waiter[] = []
  #taken = false

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Takes the turn if nobody has it. */
  tryAcquire(): boolean {
    if (this.#taken) return false
    this.#taken = true
    return true
  }

  /** Resolves when it is the caller's turn, with whether it had to wait; rejects with the signal's reason when that comes first. */
  acquire(signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted()
    if (this.tryAcquire()) return Promise.resolve(false)
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        go: () => {
          signal.removeEventListener('abort', giveUp)
          resolve(true)
        },
      }
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(waiter)
    })
  }

  /** Ends the turn and hands it to the next in the queue. */
  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#taken = false
    else next.go()
  }
}
