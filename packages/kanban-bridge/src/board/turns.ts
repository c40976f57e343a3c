import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work that does not leave the thread by itself gives way to calls every few milliseconds. */
export class Turns {
  readonly #sliceMs: number
  #sliceEnd: number

  constructor(sliceMs: number) {
    this.#sliceMs = sliceMs
    this.#sliceEnd = performance.now() + sliceMs
  }

  async giveWay(): Promise<void> {
    if (performance.now() < this.#sliceEnd) return
    await nextTurn()
    this.#sliceEnd = performance.now() + this.#sliceMs
  }
}
