import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose call the work at hand belongs to, for the log of changes. */
export interface CallScope {
  readonly author: string
  readonly tool: string
  /** A section of this call was taken back. */
  undone(): void
}

const scopes = new AsyncLocalStorage<CallScope>()
const NOBODY: CallScope = { author: 'server', tool: '', undone: () => {} }

export function authorOf(): CallScope {
  return scopes.getStore() ?? NOBODY
}

export function inScope<T>(scope: CallScope, work: () => Promise<T>): Promise<T> {
  return scopes.run(scope, work)
}
