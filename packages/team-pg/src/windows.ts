/**
 * Between a section's first write and its end, files of the mirror hold what may never count. Whoever read meanwhile waits for
 * the end before it answers, and reads again when the end was a bad one.
 */
export class Windows {
  readonly #open = new Set<Promise<void>>()
  #undone = 0

  /** How many sections have been taken back so far. */
  get undone(): number {
    return this.#undone
  }

  /** Opens one; what it gives closes it. */
  open(): (outcome: 'kept' | 'undone') => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#open.add(promise)
    return (outcome) => {
      if (!this.#open.delete(promise)) return
      if (outcome === 'undone') this.#undone++
      resolve()
    }
  }

  /** Those that are open now have been closed. */
  async closed(): Promise<void> {
    if (this.#open.size > 0) await Promise.all(this.#open)
  }
}
