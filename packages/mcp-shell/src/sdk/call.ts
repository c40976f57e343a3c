import type { ServerContext } from '@modelcontextprotocol/server'
import type { Call } from '@shoko/contract'
import type { Session } from '../session.ts'

/** Old era: 2025 revisions, with a handshake. New era: 2026-07-28, where every request stands alone. */
export type Era = 'legacy' | 'modern'

export interface ServedBy {
  readonly era: Era
  /** Absent for a request that stands alone. */
  readonly session: Session | undefined
}

/** What a domain function sees of the request: its signal, a way to report progress, its connection's memory. */
export function callOf(context: ServerContext, session: Session | undefined): Call {
  const token = context.mcpReq._meta?.progressToken
  return {
    signal: context.mcpReq.signal,
    report: (progress) => {
      if (token === undefined) return
      // A notification that cannot be delivered any more is not the call's problem.
      context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, ...progress } }).catch(() => {})
    },
    ...(session === undefined ? {} : { connection: session.memory }),
  }
}
