import type { CallReason } from '@shoko/contract'
import type { FsReason, Root } from '@shoko/core-fs'

export interface AuditContext {
  readonly root: Root
  readonly settings: {
    /** COVERAGE_MIN_RATIO */
    readonly coverageMinRatio: number
    /** MARGINAL_GAIN_MIN */
    readonly marginalGainMin: number
    /** HARD_MAX_CHARS */
    readonly hardMaxChars: number
  }
  close(): Promise<void>
}

export type AuditReason = FsReason | CallReason
