import { DomainError } from '@shoko/contract'
import type { FsReason } from '@shoko/core-fs'

/** The classes of PostgreSQL's errors that pass: connection, resources, shutting down, serialisation, lock not had. */
const PASSING = /^(08|53|57|58|40|55P03|25P0[23])/
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENOENT'])

/** The database did not answer, or not now. Nothing has been changed; the same call may succeed later. */
export function unreachable(cause: unknown): DomainError<FsReason> {
  return new DomainError<FsReason>('busy', 'the database cannot be reached; nothing was changed; try again', {
    cause,
    details: { retry: true },
  })
}

/** Whether an error is one of those, rather than a bug of ours. */
export function isPassing(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return PASSING.test(code) || SYSTEM.has(code)
  return typeof message === 'string' && /timeout|terminated|Connection|connection|not queryable|Client has/.test(message)
}

/** A passing failure as callers see it; a bug stays one. */
export function translated(error: unknown): unknown {
  return !(error instanceof DomainError) && isPassing(error) ? unreachable(error) : error
}

/** `retry: false`: not before a look. */
export function busy(message: string, cause?: unknown, { retry } = { retry: true }): DomainError<FsReason> {
  return new DomainError<FsReason>('busy', message, { cause, details: { retry } })
}

export function takenBack(): DomainError<FsReason> {
  return busy('a change that this call had seen was taken back; try again')
}

/** Whether the change may be there in spite of the failure; nothing that says otherwise may be told instead. */
export function isInDoubt(error: unknown): boolean {
  return error instanceof DomainError && error.details?.['retry'] === false
}
