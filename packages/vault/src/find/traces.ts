import type { Clock, Ids } from '@shoko/contract'

export interface TraceOptions {
  readonly clock: Clock
  readonly ids: Ids
  readonly maxKeep: number
  readonly ttlSec: number
}

/** What earlier finds have seen, for a while: bounded in number and age, the oldest out first. */
export class TraceStore<T> {
  readonly #options: TraceOptions
  readonly #traces = new Map<string, { readonly at: number; readonly value: T }>()

  constructor(options: TraceOptions) {
    this.#options = options
  }

  /** Returns the id under which the value can be had again. */
  add(value: T): string {
    const id = this.#options.ids.trace()
    this.#traces.set(id, { at: this.#options.clock.now(), value })
    this.#forgetOld()
    return id
  }

  get(id: string): T | undefined {
    this.#forgetOld()
    return this.#traces.get(id)?.value
  }

  #forgetOld(): void {
    const { clock, maxKeep, ttlSec } = this.#options
    const oldest = clock.now() - ttlSec * 1000
    for (const [id, { at }] of this.#traces) {
      if (this.#traces.size <= maxKeep && at > oldest) return
      this.#traces.delete(id)
    }
  }
}
