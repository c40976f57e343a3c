import type { CallReason } from '@shoko/contract'
import type { FsReason } from '@shoko/core-fs'

/** Why a call of this family can fail; shells map each to a code. */
export type VibeReason =
  | FsReason
  | CallReason
  | 'project_not_found'
  | 'file_not_found'
  | 'file_exists'
  | 'invalid_folder'
  | 'invalid_status'
  | 'invalid_query'
  | 'index_error'
