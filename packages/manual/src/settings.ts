import { DEFAULTS } from '@shoko/contract'
import { defaultFindWeights, type FindWeights } from './find/weights.ts'

/** What an operator may set; the names are those of the configuration reference in camel case. */
export interface ManualSettings {
  /** Used by manual_find when a call names no manual. */
  readonly defaultManualId?: string
  readonly sparseQueryCoverageWeight: number
  readonly lateRerankEnabled: boolean
  readonly lateRerankTopN: number
  readonly lateRerankWeight: number
  readonly correctiveEnabled: boolean
  readonly correctiveCoverageMin: number
  readonly correctiveMarginMin: number
  readonly correctiveMinCandidates: number
  readonly correctiveOnConflict: boolean
  readonly semCacheEnabled: boolean
  readonly semCacheTtlSec: number
  readonly semCacheMaxKeep: number
  readonly semCacheSimThreshold: number
  /** -1 switches the guard off. */
  readonly semCacheMaxSummaryGap: number
  /** -1 switches the guard off. */
  readonly semCacheMaxSummaryConflict: number
  /** Bound of every list, in characters of its JSON. */
  readonly hardMaxChars: number
  readonly traceMaxKeep: number
  readonly traceTtlSec: number
  readonly allowFileScope: boolean
  readonly adaptiveTuning: boolean
  readonly adaptiveCandidateLowBase: number
  readonly adaptiveFileBiasBase: number
  readonly weights: FindWeights
}

export const defaultManualSettings: ManualSettings = {
  sparseQueryCoverageWeight: 0.35,
  lateRerankEnabled: false,
  lateRerankTopN: 50,
  lateRerankWeight: 0.6,
  correctiveEnabled: false,
  correctiveCoverageMin: 0.9,
  correctiveMarginMin: 0.15,
  correctiveMinCandidates: 3,
  correctiveOnConflict: true,
  semCacheEnabled: false,
  semCacheTtlSec: 1800,
  semCacheMaxKeep: 500,
  semCacheSimThreshold: 0.92,
  semCacheMaxSummaryGap: -1,
  semCacheMaxSummaryConflict: -1,
  ...DEFAULTS,
  allowFileScope: false,
  adaptiveTuning: false,
  adaptiveCandidateLowBase: 3,
  adaptiveFileBiasBase: 0.8,
  weights: defaultFindWeights,
}
