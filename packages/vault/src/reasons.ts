import type { CallReason } from '@shoko/contract'
import type { FsReason } from '@shoko/core-fs'

/** Why a vault tool refuses or fails. */
export type VaultReason =
  | FsReason
  | CallReason
  /** A change below `.system`, the server's own area. */
  | 'reserved_area'
  /** A change that the rules for `daily/` do not allow. */
  | 'daily_rule'
  /** vault_write on a note that is not there. */
  | 'missing_note'
  /** A pattern or glob that neither engine finishes in time. */
  | 'pattern_too_slow'
