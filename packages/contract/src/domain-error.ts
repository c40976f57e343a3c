export interface DomainErrorExtras {
  /** Facts a caller can act on; goes out with the error where the dialect has a place for it. */
  readonly details?: Readonly<Record<string, unknown>>
  /** Advice that must not disturb a message of fixed wording. */
  readonly hint?: string
  /** The cause, for the log only. */
  readonly cause?: unknown
}

/**
 * The one error that domain packages throw. `reason` is a member of the package's closed union; a shell maps it to a code.
 * Messages name relative paths and the next step; never an absolute path, a stack or file content.
 */
export class DomainError<Reason extends string = string> extends Error {
  readonly reason: Reason
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly hint: string | undefined

  constructor(reason: Reason, message: string, extras: DomainErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause })
    this.name = 'DomainError'
    this.reason = reason
    this.details = extras.details
    this.hint = extras.hint
  }
}

/** Reasons that the shared machinery raises for every tool, whatever its family. */
export type CallReason = 'invalid_argument' | 'read_only' | 'cancelled'
