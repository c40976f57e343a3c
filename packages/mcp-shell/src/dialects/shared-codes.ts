import type { CallReason } from '@shoko/contract'
import type { FsReason } from '@shoko/core-fs'
import type { BodyCode } from './body.ts'
import type { EnvelopeCode } from './envelope.ts'
import type { JsonRpcLabel } from './json-rpc.ts'

/** The reasons that every family shares: those of the file core and of the call itself. */
export const sharedBodyCodes: Record<FsReason | CallReason, BodyCode> = {
  invalid_argument: 'invalid_parameter',
  invalid_path: 'invalid_path',
  outside_root: 'out_of_scope',
  linked: 'forbidden',
  withheld: 'forbidden',
  not_found: 'not_found',
  already_exists: 'conflict',
  changed: 'conflict',
  busy: 'conflict',
  permission_denied: 'forbidden',
  disk_full: 'internal',
  disk_error: 'internal',
  not_text: 'invalid_parameter',
  read_only: 'forbidden',
  cancelled: 'internal',
}

export const sharedJsonRpcLabels: Record<FsReason | CallReason, JsonRpcLabel> = {
  invalid_argument: 'invalid-argument',
  invalid_path: 'invalid-argument',
  outside_root: 'permission-denied',
  linked: 'permission-denied',
  withheld: 'permission-denied',
  not_found: 'not-found',
  already_exists: 'conflict',
  changed: 'conflict',
  busy: 'conflict',
  permission_denied: 'permission-denied',
  disk_full: 'internal',
  disk_error: 'internal',
  not_text: 'invalid-argument',
  read_only: 'permission-denied',
  cancelled: 'internal',
}

export const sharedEnvelopeCodes: Record<FsReason | CallReason, EnvelopeCode> = {
  invalid_argument: 'INVALID_ARGUMENT',
  invalid_path: 'INVALID_PATH',
  outside_root: 'INVALID_PATH',
  linked: 'INVALID_PATH',
  withheld: 'INVALID_PATH',
  not_found: 'FILE_NOT_FOUND',
  already_exists: 'FILE_EXISTS',
  changed: 'CONFLICT',
  busy: 'FILESYSTEM_ERROR',
  permission_denied: 'FILESYSTEM_ERROR',
  disk_full: 'FILESYSTEM_ERROR',
  disk_error: 'FILESYSTEM_ERROR',
  not_text: 'INVALID_ARGUMENT',
  read_only: 'READ_ONLY',
  cancelled: 'INTERNAL',
}
