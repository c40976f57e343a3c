/** What several packages leave to the operator, where nothing is said. */
export const DEFAULTS = {
  /** HARD_MAX_CHARS: characters of one answer. */
  hardMaxChars: 20_000,
  traceMaxKeep: 100,
  traceTtlSec: 1800,
} as const
