import { randomUUID } from 'node:crypto'
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { EventLogs, SessionStore, StoredSession } from '@shoko/contract'
import type { Runtime } from '../runtime.ts'
import { bearerOf, type ServedBy } from '../sdk/call.ts'
import { forwardChanges } from '../sdk/notify.ts'
import { type Exchange, handedOn } from './exchange.ts'
import type { Quotas } from './quotas.ts'
import { createSessionKeeper, type ServedSession, type SessionKeeper, sayAgain } from './served-session.ts'

export interface SessionLimits {
  /** For each principal: opening one more closes an idle one of its own, never somebody else's. */
  readonly most: number
  /** Of all principals together; far more than one can have. */
  readonly total?: number
  readonly idleMs: number
}

export const SESSION_LIMITS: SessionLimits = { most: 100, total: 2000, idleMs: 10 * 60_000 }

/** The 2025-era sessions of one HTTP server, each with its own SDK server and memory. Bounded; idle ones are closed. */
export interface SessionTable {
  readonly size: number
  start(exchange: Exchange): Promise<Response>
  /** Undefined where this principal has no such session. */
  handle(id: string, exchange: Exchange): Promise<Response | undefined>
  close(): Promise<void>
}

export interface SessionOptions {
  readonly limits: SessionLimits
  readonly quotas: Quotas
  readonly events: EventLogs
  readonly store: SessionStore
  readonly serverFor: (served: ServedBy) => Server
}

type Kept = ServedSession & { readonly keeper: SessionKeeper }

export function createSessionTable(runtime: Runtime, options: SessionOptions): SessionTable {
  const { limits, quotas, events: logs, store, serverFor } = options
  const { clock, logger } = runtime.ports
  const open = new Map<string, Kept>()
  const beginning = new Map<string, number>()
  const taking = new Map<string, Promise<Kept>>()
  const sweep = setInterval(() => void sweepOut(), Math.min(limits.idleMs, 30_000))
  sweep.unref()
  const stopHearing = store.onSaved((id) => void renew(id))

  const serve = async (session: Kept, exchange: Exchange): Promise<Response> => {
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

  /** This server's side of a session. */
  const connect = async (id: string, principal: string): Promise<Kept> => {
    const events = logs.open({ id, principal })
    const session = runtime.openSession((uri) => quotas.take(principal, { subscriptions: 1, subscriptionBytes: uri.length }))
    const keeper = createSessionKeeper(runtime, { id, store, events, session })
    const { eventStore } = keeper
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => void open.set(id, opened),
      onsessionclosed: () => store.end(id),
      eventStore,
    })
    const server = serverFor({ era: 'legacy', session, principalOf: bearerOf })
    const opened: Kept = { id, transport, server, principal, session, keeper, usedAt: clock.now(), requests: 0, busy: 0 }
    const stop = forwardChanges(server, runtime, { session, era: 'legacy' })
    server.onclose = () => {
      stop()
      session.subscriptions.clear()
      open.delete(id)
      if (store.isShared) return
      events.forget()
      void store.end(id)
    }
    await server.connect(transport)
    return opened
  }

  const begin = async (exchange: Exchange): Promise<Response> => {
    const { principal, body } = exchange
    const session = await connect(randomUUID(), principal.id)
    await store.begin({ id: session.id, principal: principal.id, initialize: body }, limits.most)
    const response = await serve(session, exchange)
    if (session.transport.sessionId === undefined) {
      await session.server.close()
      await store.end(session.id)
    }
    return response
  }

  const takeOver = async (stored: StoredSession, exchange: Exchange): Promise<Kept> => {
    const session = await connect(stored.id, stored.principal)
    await session.keeper.silently(() => sayAgain(session.transport, stored, exchange))
    logger.log('debug', { event: 'http.session_taken_over' })
    return session
  }

  /** The session as it is now, whoever served it last. */
  const find = async (id: string, exchange: Exchange): Promise<Kept | undefined> => {
    const stored = await store.find(id, exchange.principal.id)
    const here = open.get(id)
    if (stored === undefined) {
      if (here?.principal === exchange.principal.id) await here.server.close() // ended elsewhere
      return undefined
    }
    if (here === undefined && !store.isShared) return undefined
    const session = here ?? (await (taking.get(id) ?? takenOver(stored, exchange)))
    if (store.isShared) await session.keeper.refresh(stored)
    return session
  }

  function takenOver(stored: StoredSession, exchange: Exchange): Promise<Kept> {
    const taken = takeOver(stored, exchange).finally(() => taking.delete(stored.id))
    taking.set(stored.id, taken)
    return taken
  }

  /** Another server has saved what this one must know to tell the client of changes. */
  async function renew(id: string): Promise<void> {
    const here = open.get(id)
    const stored = here && (await store.find(id, here.principal).catch(() => undefined))
    if (stored !== undefined) await here?.keeper.refresh(stored)
  }

  async function sweepOut(): Promise<void> {
    closeIdle(open, clock.now() - limits.idleMs)
    if (!store.isShared) return
    const ids = [...open.keys()]
    const living = await store.living(ids).catch(() => new Set(ids)) // who cannot ask ends nothing
    for (const id of ids) if (!living.has(id)) await open.get(id)?.server.close()
  }

  return {
    get size() {
      return open.size
    },
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
    async handle(id, exchange) {
      const session = await find(id, exchange)
      if (session === undefined) return undefined
      const isStream = exchange.request.method === 'GET'
      const wasElsewhere = isStream && (await store.adopt(id))
      const response = await serve(session, exchange)
      // Who served the stream before may have died before it told of the last changes.
      if (wasElsewhere && exchange.request.headers.has('last-event-id'))
        for (const uri of session.session.subscriptions.all()) session.server.sendResourceUpdated({ uri }).catch(() => {})
      return response
    },
    async close() {
      clearInterval(sweep)
      stopHearing()
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

function closeIdle(open: Map<string, ServedSession>, before: number): void {
  for (const { transport, usedAt, busy } of open.values()) if (busy === 0 && usedAt < before) transport.close().catch(() => {})
}

/** Makes room: a session that only shook hands goes before one that was worked with, then the one unused for longest. */
function closeOneIdle(own: readonly ServedSession[]): boolean {
  const worked = ({ requests }: ServedSession) => (requests > 2 ? 1 : 0)
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
