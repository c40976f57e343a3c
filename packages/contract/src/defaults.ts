/** What several packages leave to the operator, where nothing is said. */
export const DEFAULTS = {
  /** HARD_MAX_CHARS: characters of one answer. */
  hardMaxChars: 20_000,
  /** COVERAGE_MIN_RATIO: share of a source that citations must cover. */
  coverageMinRatio: 0.9,
  /** MARGINAL_GAIN_MIN: gain of the last citation below which more reading is not asked for. */
  marginalGainMin: 0.02,
  traceMaxKeep: 100,
  traceTtlSec: 1800,
} as const

/** From this confidence on a passage calls itself an answer, whoever has found it. */
export const READY_FROM = 0.5
