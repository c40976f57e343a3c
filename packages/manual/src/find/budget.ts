import type { Clock } from '@shoko/contract'

export const DEFAULT_MAX_CANDIDATES = 200
export const DEFAULT_TIME_MS = 60_000

export interface Limits {
  readonly maxCandidates: number
  readonly timeMs: number
}

export interface Budget extends Limits {
  /** No time is left. */
  readonly expired: boolean
  /** This share of the time has passed. */
  isPast(share: number): boolean
}

/** The clock starts here: when the search starts, not while an index is built. */
export function startBudget(clock: Clock, limits: Limits): Budget {
  return new RunningBudget(clock, limits)
}

class RunningBudget implements Budget {
  readonly maxCandidates: number
  readonly timeMs: number
  private readonly clock: Clock
  private readonly began: number

  constructor(clock: Clock, { maxCandidates, timeMs }: Limits) {
    this.maxCandidates = maxCandidates
    this.timeMs = timeMs
    this.clock = clock
    this.began = clock.now()
  }

  get expired(): boolean {
    return this.isPast(1)
  }

  isPast(share: number): boolean {
    return this.clock.now() >= this.began + this.timeMs * share
  }
}
