import { DEFAULTS } from '@shoko/contract'
import { defaultManualSettings as manual } from '@shoko/manual/settings'
import { defaultVaultSettings as vault } from '@shoko/vault/settings'
import { flag, number, text } from './parsers.ts'
import { variable } from './variable.ts'

/** How tools answer, and how much. */
export const answers = {
  DEFAULT_MANUAL_ID: variable<string | null>({
    parse: text,
    fallback: null,
    shown: 'none',
    meaning: 'The manual that manual_find searches when none is named',
  }),
  VAULT_SCAN_DEFAULT_CHUNK_LINES: variable<number>({
    parse: number('integer', 1),
    fallback: vault.scanDefaultChunkLines,
    meaning: 'Lines a vault_scan call returns by default',
  }),
  VAULT_SCAN_MAX_CHUNK_LINES: variable<number>({
    parse: number('integer', 1),
    fallback: vault.scanMaxChunkLines,
    meaning: 'Lines a vault_scan call returns at most',
  }),
  HARD_MAX_CHARS: variable<number>({
    parse: number('integer', 1),
    fallback: DEFAULTS.hardMaxChars,
    meaning: 'Cap and default of limits.max_chars',
  }),
  COVERAGE_MIN_RATIO: variable<number>({
    parse: number('decimal', 0, 1),
    fallback: DEFAULTS.coverageMinRatio,
    meaning: 'Share of a source that citations must cover',
  }),
  MARGINAL_GAIN_MIN: variable<number>({
    parse: number('decimal', 0),
    fallback: DEFAULTS.marginalGainMin,
    meaning: 'Gain of the last citation below which more reading is not asked for',
  }),
  SPARSE_QUERY_COVERAGE_WEIGHT: variable<number>({
    parse: number('decimal', 0),
    fallback: manual.sparseQueryCoverageWeight,
    meaning: "Weight of the share of a query's terms that a node holds",
  }),
  LATE_RERANK_ENABLED: variable<boolean>({
    parse: flag,
    fallback: manual.lateRerankEnabled,
    meaning: 'Rerank the first candidates by late interaction',
  }),
  LATE_RERANK_TOP_N: variable<number>({
    parse: number('integer', 1),
    fallback: manual.lateRerankTopN,
    meaning: 'How many candidates are reranked',
  }),
  LATE_RERANK_WEIGHT: variable<number>({
    parse: number('decimal', 0),
    fallback: manual.lateRerankWeight,
    meaning: 'Weight of the rerank score',
  }),
  CORRECTIVE_ENABLED: variable<boolean>({
    parse: flag,
    fallback: manual.correctiveEnabled,
    meaning: 'Widen a search whose result is weak',
  }),
  CORRECTIVE_COVERAGE_MIN: variable<number>({
    parse: number('decimal', 0, 1),
    fallback: manual.correctiveCoverageMin,
    meaning: 'Supported share of claims below which a result is weak',
  }),
  CORRECTIVE_MARGIN_MIN: variable<number>({
    parse: number('decimal', 0, 1),
    fallback: manual.correctiveMarginMin,
    meaning: 'Lead of the best candidate below which a result is weak',
  }),
  CORRECTIVE_MIN_CANDIDATES: variable<number>({
    parse: number('integer', 0),
    fallback: manual.correctiveMinCandidates,
    meaning: 'Number of candidates below which a result is weak',
  }),
  CORRECTIVE_ON_CONFLICT: variable<boolean>({
    parse: flag,
    fallback: manual.correctiveOnConflict,
    meaning: 'A conflict makes a result weak',
  }),
  SEM_CACHE_ENABLED: variable<boolean>({
    parse: flag,
    fallback: manual.semCacheEnabled,
    meaning: 'Answer a repeated manual_find from the cache by default',
  }),
  SEM_CACHE_TTL_SEC: variable<number>({
    parse: number('integer', 1),
    fallback: manual.semCacheTtlSec,
    meaning: 'Seconds a cached answer lives',
  }),
  SEM_CACHE_MAX_KEEP: variable<number>({
    parse: number('integer', 1),
    fallback: manual.semCacheMaxKeep,
    meaning: 'Cached answers kept',
  }),
  SEM_CACHE_SIM_THRESHOLD: variable<number>({
    parse: number('decimal', 0, 1),
    fallback: manual.semCacheSimThreshold,
    meaning: 'Similarity from which two queries share an answer, with an embedding hook',
  }),
  SEM_CACHE_MAX_SUMMARY_GAP: variable<number>({
    parse: number('integer', -1),
    fallback: manual.semCacheMaxSummaryGap,
    meaning: 'Gaps above which a cached answer is searched again; -1 is off',
  }),
  SEM_CACHE_MAX_SUMMARY_CONFLICT: variable<number>({
    parse: number('integer', -1),
    fallback: manual.semCacheMaxSummaryConflict,
    meaning: 'Conflicts above which a cached answer is searched again; -1 is off',
  }),
  TRACE_MAX_KEEP: variable<number>({ parse: number('integer', 1), fallback: DEFAULTS.traceMaxKeep, meaning: 'Traces kept' }),
  TRACE_TTL_SEC: variable<number>({
    parse: number('integer', 1),
    fallback: DEFAULTS.traceTtlSec,
    meaning: 'Seconds a trace lives',
  }),
  ALLOW_FILE_SCOPE: variable<boolean>({
    parse: flag,
    fallback: manual.allowFileScope,
    meaning: 'manual_read may return whole Markdown files',
  }),
  ADAPTIVE_TUNING: variable<boolean>({
    parse: flag,
    fallback: manual.adaptiveTuning,
    meaning: 'Let the thresholds of widening follow the cut-off rate',
  }),
  ADAPTIVE_CANDIDATE_LOW_BASE: variable<number>({
    parse: number('integer', 0),
    fallback: manual.adaptiveCandidateLowBase,
    meaning: 'Candidates below which a search widens',
  }),
  ADAPTIVE_FILE_BIAS_BASE: variable<number>({
    parse: number('decimal', 0, 1),
    fallback: manual.adaptiveFileBiasBase,
    meaning: 'File bias from which a search widens',
  }),
} as const
