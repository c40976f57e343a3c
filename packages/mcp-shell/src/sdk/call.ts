import { ProtocolError, type ServerContext } from '@modelcontextprotocol/server'
import { type Call, DomainError, LENGTHS, tooLong } from '@shoko/contract'
import { type Principal, type Scope, turnOf } from '../principal.ts'
import type { Runtime } from '../runtime.ts'
import type { Session } from '../session.ts'

const INVALID_REQUEST = -32600
const INVALID_PARAMS = -32602
const INTERNAL = -32603

/** Old era: 2025 revisions, with a handshake. New era: 2026-07-28, where every request stands alone. */
export type Era = 'legacy' | 'modern'

export interface ServedBy {
  readonly era: Era
  /** Absent for a request that stands alone. */
  readonly session: Session | undefined
  /** Who sent the message at hand; over HTTP each one may come with another token. */
  readonly principalOf: (context: ServerContext) => Principal
}

/** The bearer that the HTTP face identified. Without one nothing is served, whatever way the message took. */
export function bearerOf(context: ServerContext): Principal {
  const principal = context.http?.authInfo?.extra?.['principal']
  if (principal === undefined) throw new ProtocolError(INVALID_REQUEST, 'nobody was identified')
  return principal as Principal // put there by the HTTP face alone
}

/** The principal of a message, when it may do this. */
export function admitted(context: ServerContext, { principalOf }: ServedBy, needed: Scope): Principal {
  const principal = principalOf(context)
  if (!principal.scopes.has(needed)) throw new ProtocolError(INVALID_REQUEST, `The token lacks the scope ${needed}`)
  return principal
}

/** The work of a message that is no tool's, when it is its principal's turn. */
export async function inTurn<T>(runtime: Runtime, principal: Principal, work: () => Promise<T>): Promise<T> {
  const leave = runtime.ports.begin?.()
  const end = await runtime.ports.turns?.take(turnOf(principal))
  try {
    return await passing(runtime, principal, work)
  } finally {
    leave?.()
    end?.()
  }
}

async function passing<T>(runtime: Runtime, principal: Principal, work: () => Promise<T>): Promise<T> {
  const { gate } = runtime.ports
  if (gate === undefined) return work()
  try {
    const { value, stale } = await gate.run({ effect: 'read', name: '', principal: principal.id }, work)
    if (!stale) return value
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
  // What is no tool's has no place to say that it is old.
  throw new ProtocolError(INTERNAL, 'the database cannot be reached; try again', { code: 'conflict', retry: true })
}

/** Refuses a request whose parameters are longer than any use of them, before anything is done with them. */
export function refuseTooLong(params: object): void {
  const { _meta, ...own } = params as { readonly _meta?: unknown }
  const excess = tooLong('', own)
  if (excess !== undefined) throw new ProtocolError(INVALID_PARAMS, excess.message, excess.details)
}

/** What a domain function sees of the request: its signal, a way to report progress, its connection's memory. */
export function callOf(context: ServerContext, served: ServedBy): Call {
  const { session } = served
  const token = context.mcpReq._meta?.progressToken
  return {
    signal: context.mcpReq.signal,
    report: (progress) => {
      if (token === undefined || String(token).length > LENGTHS.name) return
      // A notification that cannot be delivered any more is not the call's problem.
      context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, ...progress } }).catch(() => {})
    },
    principal: served.principalOf(context).id,
    ...(session === undefined ? {} : { connection: session.memory }),
  }
}
