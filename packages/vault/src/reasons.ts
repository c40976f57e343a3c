import type { CallReason } from '@shoko/contract'
import { type FsReason, PATH_REASONS } from '@shoko/core-fs'

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

/** What any tool that looks at a note can give. */
export const READ_REASONS = ['invalid_argument', ...PATH_REASONS] as const satisfies readonly VaultReason[]

/** The same for a search with patterns. */
export const SEARCH_REASONS = [...READ_REASONS, 'pattern_too_slow', 'cancelled'] as const satisfies readonly VaultReason[]

/** What any tool that changes notes can give. */
export const CHANGE_REASONS = [
  ...READ_REASONS,
  'reserved_area',
  'daily_rule',
  'busy',
  'disk_full',
  'read_only',
  'cancelled',
] as const satisfies readonly VaultReason[]
