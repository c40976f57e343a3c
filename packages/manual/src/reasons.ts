import type { CallReason } from '@shoko/contract'
import type { FsReason } from '@shoko/core-fs'

/** Why a manual tool refuses; one table in the shell maps each to a code. */
export type ManualReason =
  | FsReason
  | CallReason
  /** The scope does not exist for this kind of file. */
  | 'invalid_scope'
  /** A name that begins with a dot: editors' and version control's, not a manual's. */
  | 'hidden_path'
  /** Reading a whole Markdown file was not permitted by both the setting and the call. */
  | 'file_scope_forbidden'
