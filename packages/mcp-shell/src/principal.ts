import type { Effect } from '@shoko/contract'

/** `write` includes `read`: the writing tools answer with what they found. */
export const SCOPES = ['read', 'write'] as const
export type Scope = (typeof SCOPES)[number]

/** Who sent a request. Sessions, traces and quotas belong to one principal. */
export interface Principal {
  /** `kind:id`, so that the subject of one token never meets the client of another. */
  readonly id: string
  readonly scopes: ReadonlySet<Scope>
  /** Whose turn its calls take, when others come under the same id; default: the id's. */
  readonly turn?: string
  /** Epoch milliseconds; streams end then. */
  readonly expiresAt?: number
}

export const everyScope: ReadonlySet<Scope> = new Set(SCOPES)

/** Whoever started this process: the client of a stdio server, the user of the command line. */
export const owner: Principal = { id: 'local:owner', scopes: everyScope }

/** The scopes among the words of a token that mean something here. */
export function scopesAmong(words: readonly string[]): ReadonlySet<Scope> {
  if (words.includes('write')) return everyScope
  return new Set(words.includes('read') ? ['read'] : [])
}

export function scopeOf(effect: Effect): Scope {
  return effect === 'read' ? 'read' : 'write'
}

export function turnOf({ id, turn = id }: Principal): string {
  return turn
}
