/** `write` includes `read`: the writing tools answer with what they found. */
export const SCOPES = ['read', 'write'] as const
export type Scope = (typeof SCOPES)[number]

/** Who sent a request. Sessions belong to one principal, and each has a rate limit of its own. */
export interface Principal {
  readonly id: string
  readonly scopes: ReadonlySet<Scope>
  /** Epoch milliseconds; streams end then. */
  readonly expiresAt?: number
}

export const everyScope: ReadonlySet<Scope> = new Set(SCOPES)

/** The scopes among the words of a token that mean something here. */
export function scopesAmong(words: readonly string[]): ReadonlySet<Scope> {
  if (words.includes('write')) return everyScope
  return new Set(words.includes('read') ? ['read'] : [])
}
