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
  const began = clock.now()
  const end = began + limits.timeMs
  return {
    ...limits,
    isPast: (share) => clock.now() >= began + limits.timeMs * share,
    get expired() {
      return clock.now() >= end
    },
  }
}
