import { randomUUID } from 'node:crypto'
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Runtime } from '../runtime.ts'
import { bearerOf, type ServedBy } from '../sdk/call.ts'
import { forwardChanges } from '../sdk/notify.ts'
import type { EventLogs } from './event-log.ts'
import { type Exchange, handedOn } from './exchange.ts'
import type { Quotas } from './quotas.ts'

export interface SessionLimits {
  /** For each principal: opening one more closes an idle one of its own, never somebody else's. */
  readonly most: number
  /** Of all principals together; far more than one can have. */
  readonly total?: number
  readonly idleMs: number
}

export const SESSION_LIMITS: SessionLimits = { most: 100, total: 2000, idleMs: 10 * 60_000 }

interface OpenSession {
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** Only who opened a session may use it. */
  readonly principal: string
  usedAt: number
  requests: number
  /** Requests and streams that are open right now; such a session is not idle. */
  busy: number
}

/** The 2025-era sessions of one HTTP server, each with its own SDK server and memory. Bounded; idle ones are closed. */
export interface SessionTable {
  readonly size: number
  /** Whether this principal has such a session. */
  has(id: string, principal: string): boolean
  start(exchange: Exchange): Promise<Response>
  handle(id: string, exchange: Exchange): Promise<Response>
  close(): Promise<void>
}

export interface SessionOptions {
  readonly limits: SessionLimits
  readonly quotas: Quotas
  readonly events: EventLogs
  readonly serverFor: (served: ServedBy) => Server
}

export function createSessionTable(runtime: Runtime, options: SessionOptions): SessionTable {
  const { limits, quotas, events: logs, serverFor } = options
  const { clock } = runtime.ports
  const open = new Map<string, OpenSession>()
  const beginning = new Map<string, number>()
  const sweep = setInterval(() => closeIdle(open, clock.now() - limits.idleMs), Math.min(limits.idleMs, 30_000))
  sweep.unref()

  const serve = async (session: OpenSession, exchange: Exchange): Promise<Response> => {
    session.busy++
    session.requests++
    session.usedAt = clock.now()
    exchange.onEnd(() => {
      session.busy--
      session.usedAt = clock.now()
    })
    const response = await session.transport.handleRequest(exchange.request, handedOn(exchange))
    closeCancelled(session.transport, exchange.body)
    return response
  }

  const begin = async (exchange: Exchange): Promise<Response> => {
    const { id: principal } = exchange.principal
    const events = logs.open(principal)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void open.set(id, opened),
      eventStore: events,
    })
    const opened: OpenSession = { transport, principal, usedAt: clock.now(), requests: 0, busy: 0 }
    const session = runtime.openSession((uri) => quotas.take(principal, { subscriptions: 1, subscriptionBytes: uri.length }))
    const server = serverFor({ era: 'legacy', session, principalOf: bearerOf })
    const stop = forwardChanges(server, runtime, { session, era: 'legacy' })
    server.onclose = () => {
      stop()
      session.subscriptions.clear()
      events.forget()
      if (transport.sessionId !== undefined) open.delete(transport.sessionId)
    }
    await server.connect(transport)
    const response = await serve(opened, exchange)
    if (transport.sessionId === undefined) await server.close()
    return response
  }

  return {
    get size() {
      return open.size
    },
    has: (id, principal) => open.get(id)?.principal === principal,
    async start(exchange) {
      const { id } = exchange.principal
      const own = [...open.values()].filter(({ principal }) => principal === id)
      const starting = beginning.get(id) ?? 0
      if (own.length + starting >= limits.most && !closeOneIdle(own)) return tooMany(limits.most)
      if (open.size >= (limits.total ?? Number.POSITIVE_INFINITY)) return tooMany(limits.most)
      beginning.set(id, starting + 1)
      try {
        return await begin(exchange)
      } finally {
        const left = (beginning.get(id) ?? 1) - 1
        if (left === 0) beginning.delete(id)
        else beginning.set(id, left)
      }
    },
    handle: (id, exchange) => serve(open.get(id)!, exchange),
    async close() {
      clearInterval(sweep)
      await Promise.all([...open.values()].map(({ transport }) => transport.close()))
    },
  }
}

/** A cancelled call is never answered; without this its request would stay open for as long as the client does. */
function closeCancelled(transport: WebStandardStreamableHTTPServerTransport, body: unknown): void {
  for (const message of Array.isArray(body) ? body : [body]) {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: unknown } | null }
    const id = params?.requestId
    if (method === 'notifications/cancelled' && (typeof id === 'string' || typeof id === 'number')) transport.closeSSEStream(id)
  }
}

function closeIdle(open: Map<string, OpenSession>, before: number): void {
  for (const { transport, usedAt, busy } of open.values()) if (busy === 0 && usedAt < before) transport.close().catch(() => {})
}

/** Makes room: a session that only shook hands goes before one that was worked with, then the one unused for longest. */
function closeOneIdle(own: readonly OpenSession[]): boolean {
  const worked = ({ requests }: OpenSession) => (requests > 2 ? 1 : 0)
  const idle = own.filter(({ busy }) => busy === 0)
  idle.sort((a, b) => worked(a) - worked(b) || a.usedAt - b.usedAt)
  idle[0]?.transport.close().catch(() => {})
  return idle.length > 0
}

function tooMany(most: number): Response {
  const error = {
    code: -32000,
    message: `Too many sessions: at most ${most} are open at once; close one with DELETE or try later`,
  }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 503, headers: { 'Retry-After': '30' } })
}
