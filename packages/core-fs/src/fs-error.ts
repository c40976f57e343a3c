import { DomainError } from '@shoko/contract'

/** Why a file operation was refused or failed; shells map each to a code of their dialect. */
export type FsReason =
  | 'invalid_path'
  | 'outside_root'
  | 'linked'
  /** A path that no tool reaches: hidden names, the settings of the workspace. */
  | 'withheld'
  | 'not_found'
  | 'already_exists'
  | 'changed'
  | 'busy'
  | 'permission_denied'
  | 'disk_full'
  | 'disk_error'
  | 'not_text'

/** What looking at the file of a caller's path can give. */
export const PATH_REASONS = [
  'invalid_path',
  'outside_root',
  'withheld',
  'linked',
  'not_found',
  'permission_denied',
  'disk_error',
] as const satisfies readonly FsReason[]

/** The code of a failed system call, or undefined for anything else. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Turns a failed system call into the error that callers see. Errors that are no system call's go out as they are. */
export function toFsError(error: unknown, path: string): unknown {
  if (error instanceof DomainError) return error
  const code = errnoOf(error)
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error
  const [reason, cause] = meaning(code)
  return new DomainError<FsReason>(reason, `${shown(path)}: ${cause}`, { cause: error })
}

export function notFound(path: string): DomainError<FsReason> {
  return new DomainError<FsReason>('not_found', `${shown(path)}: not found`)
}

export function alreadyExists(path: string): DomainError<FsReason> {
  return new DomainError<FsReason>('already_exists', `${shown(path)}: already exists`)
}

export function linked(path: string): DomainError<FsReason> {
  return new DomainError<FsReason>('linked', `${shown(path)}: is a symbolic link; links are not followed`)
}

export function outsideRoot(path: string): DomainError<FsReason> {
  return new DomainError<FsReason>('outside_root', `${shown(path)}: is a symbolic link that leads outside the root`)
}

export function changed(path: string, hash: string): DomainError<FsReason> {
  const message = `${shown(path)}: has changed since it was read; read it again and repeat the change`
  return new DomainError<FsReason>('changed', message, { details: { hash } })
}

function shown(path: string): string {
  return path === '' ? 'the root' : path
}

function meaning(code: string): readonly [FsReason, string] {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'ENXIO':
    case 'ENODEV':
      return ['not_found', 'not found']
    case 'ELOOP':
    case 'EMLINK':
      return ['linked', 'is a symbolic link; links are not followed']
    case 'EEXIST':
    case 'ENOTEMPTY':
      return ['already_exists', 'already exists']
    case 'ENAMETOOLONG':
      return ['invalid_path', 'name too long']
    case 'EACCES':
    case 'EPERM':
      return ['permission_denied', 'permission denied by the file system']
    case 'EROFS':
      return ['permission_denied', 'the file system is read-only']
    case 'ENOSPC':
      return ['disk_full', 'disk full']
    case 'EDQUOT':
      return ['disk_full', 'disk full (quota used up)']
    case 'EMFILE':
    case 'ENFILE':
      return ['disk_error', `too many open files (${code})`]
    default:
      return ['disk_error', `input/output error (${code})`]
  }
}
