import { DEFAULTS } from '@shoko/contract'
import type { DailyNotes } from './policy.ts'

export interface VaultSettings {
  readonly scanDefaultChunkLines: number
  readonly scanMaxChunkLines: number
  /** Cap and default of limits.max_chars. */
  readonly hardMaxChars: number
  readonly traceMaxKeep: number
  readonly traceTtlSec: number
  /** Memory for the texts that searches keep, over all worker threads. */
  readonly grepCacheBytes: number
  readonly daily: DailyNotes
}

export const defaultVaultSettings: VaultSettings = {
  scanDefaultChunkLines: 80,
  scanMaxChunkLines: 200,
  ...DEFAULTS,
  grepCacheBytes: 128 * 1024 * 1024,
  daily: { dir: 'daily', format: 'YYYY-MM-DD' },
}
