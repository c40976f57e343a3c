import type { Limits } from './budget.ts'

/** A search with all defaults filled in. */
export interface FindRequest {
  readonly query: string
  readonly manualId: string | undefined
  readonly expandScope: boolean
  readonly onlyUnscannedFrom: string | undefined
  readonly limits: Limits
  readonly useCache: boolean
}
