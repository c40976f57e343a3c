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
  /** Of a server with several workspaces: which it may use, and for what; absent: all of them. */
  readonly spaces?: ReadonlyMap<string, ReadonlySet<Scope>>
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

/** The principal as a space knows it; undefined: it has no business there. */
export function within(principal: Principal, space: string | undefined): Principal | undefined {
  if (space === undefined || principal.spaces === undefined) return principal
  const granted = principal.spaces.get(space)
  return granted === undefined ? undefined : { ...principal, scopes: principal.scopes.intersection(granted) }
}

/** The spaces that the words of a claim name: `notes`, for whatever the token's scopes allow, or `notes:read`. */
export function spacesAmong(words: readonly string[]): ReadonlyMap<string, ReadonlySet<Scope>> {
  const spaces = new Map<string, ReadonlySet<Scope>>()
  for (const word of words) {
    const [, name, scope] = /^([a-z0-9][a-z0-9-]{0,62})(?::(read|write))?$/.exec(word) ?? []
    if (name === undefined) continue
    const granted = scope === undefined ? everyScope : scopesAmong([scope])
    spaces.set(name, granted.union(spaces.get(name) ?? new Set()))
  }
  return spaces
}

export function scopeOf(effect: Effect): Scope {
  return effect === 'read' ? 'read' : 'write'
}

export function turnOf({ id, turn = id }: Principal): string {
  return turn
}
