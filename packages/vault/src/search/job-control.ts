import type { Setback } from './protocol.ts'

const CANCELLED = 0
const SPENT = 1
const SINCE = 2
const NUMBERS = 3

/**
 * A few numbers that a worker and its owner share during one job. A worker inside a pattern answers no messages, so this is
 * how its owner sees how long it has been there, and how the worker sees between two files that nobody waits any more.
 */
export function createSharedNumbers(): SharedArrayBuffer {
  return new SharedArrayBuffer(NUMBERS * Float64Array.BYTES_PER_ELEMENT)
}

/** The owner's side. */
export class JobControl {
  readonly #numbers: Float64Array

  constructor(shared: SharedArrayBuffer) {
    this.#numbers = new Float64Array(shared)
  }

  cancel(): void {
    this.#numbers[CANCELLED] = 1
  }

  matchingMs(): number {
    const since = this.#numbers[SINCE]!
    return this.#numbers[SPENT]! + (since === 0 ? 0 : Date.now() - since)
  }
}

/** Ends a job early; never leaves the worker as an error. */
export class JobStopped extends Error {
  readonly setback: Setback

  constructor(setback: Setback) {
    super(setback)
    this.setback = setback
  }
}

const TURN_MS = 15

/** The worker's side: time spent on patterns is counted apart from time spent on the disk. */
export class JobPulse {
  readonly #numbers: Float64Array
  readonly #matchingMs: number
  #turnEnds = performance.now() + TURN_MS

  constructor(shared: SharedArrayBuffer, matchingMs = Number.POSITIVE_INFINITY) {
    this.#numbers = new Float64Array(shared)
    this.#matchingMs = matchingMs
  }

  matching<T>(work: () => T): T {
    const since = Date.now()
    this.#numbers[SINCE] = since
    const result = work()
    this.#numbers[SPENT]! += Date.now() - since
    this.#numbers[SINCE] = 0
    if (this.#numbers[SPENT]! > this.#matchingMs) throw new JobStopped('slow')
    return result
  }

  /** Between two files: lets other jobs of the worker have their turn. */
  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    if (this.#numbers[CANCELLED] === 1) throw new JobStopped('cancelled')
    this.#turnEnds = performance.now() + TURN_MS
  }

  get turnIsOver(): boolean {
    return performance.now() >= this.#turnEnds
  }
}
