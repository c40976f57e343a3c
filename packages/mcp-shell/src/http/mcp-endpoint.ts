import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  PROTOCOL_VERSION_META_KEY,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import { DomainError, tooLong } from '@shoko/contract'
import type { Runtime } from '../runtime.ts'
import { bearerOf, type ServedBy } from '../sdk/call.ts'
import { watchUris } from '../sdk/resources.ts'
import { listenedUris } from '../sdk/stdio.ts'
import { type Exchange, handedOn } from './exchange.ts'
import type { Quotas } from './quotas.ts'
import { createSessionTable, type SessionOptions } from './sessions.ts'

export interface McpEndpoint {
  readonly sessions: number
  serve(exchange: Exchange): Promise<Response>
  /** Ends sessions and streams. */
  close(): Promise<void>
}

/** Of all principals together; how many one may have, its quota of streams says. */
const MAX_SUBSCRIPTIONS = 2048
const INVALID_PARAMS = -32602

/** Both eras at one address: 2026-07-28 a request at a time, the 2025 revisions with sessions or without. */
export function createMcpEndpoint(runtime: Runtime, options: SessionOptions): McpEndpoint {
  const onerror = (error: Error) => runtime.ports.logger.log('debug', { event: 'http.error', error: error.message })
  const factory = ({ era }: Pick<ServedBy, 'era'>) => options.serverFor({ era, session: undefined, principalOf: bearerOf })
  const sessions = createSessionTable(runtime, options)
  const modern = createMcpHandler(factory, {
    legacy: 'reject',
    bus: busOf(runtime),
    onerror,
    maxSubscriptions: MAX_SUBSCRIPTIONS,
  })
  const stateless = legacyStatelessFallback(factory, onerror)

  return {
    get sessions() {
      return sessions.size
    },
    async serve(exchange) {
      const { request, body } = exchange
      const parsed = handedOn(exchange)
      if (claimsNewEra(body) || !(await isLegacyRequest(request, body))) {
        // What cannot be watched is still told when it changes through this server.
        if (isListen(body)) {
          const refused = chargeListening(exchange, listenedUris(body.params), options.quotas)
          if (refused !== undefined) return refused
          await watchUris(runtime, listenedUris(body.params)).catch(onerror)
        }
        return modern.fetch(request, parsed)
      }
      const id = request.headers.get('mcp-session-id')
      if (id === null && !isInitialize(body)) return stateless(request, parsed)
      try {
        return id === null ? await sessions.start(exchange) : ((await sessions.handle(id, exchange)) ?? unknownSession())
      } catch (error) {
        if (error instanceof DomainError) return sessionsAway(error)
        throw error
      }
    },
    async close() {
      await Promise.all([sessions.close(), modern.close()])
    },
  }
}

/** What is listened to counts as subscribed, for as long as the stream is open. */
function chargeListening({ body, principal, onEnd }: Exchange, uris: readonly string[], quotas: Quotas): Response | undefined {
  const { id = null } = body as { id?: string | number | null }
  const error = (message: string) => Response.json({ jsonrpc: '2.0', id, error: { code: INVALID_PARAMS, message } })
  const excess = tooLong('', { resourceSubscriptions: uris })
  if (excess !== undefined) return error(excess.message)
  const subscriptionBytes = uris.reduce((sum, uri) => sum + uri.length, 0)
  const giveBack = quotas.take(principal.id, { subscriptions: uris.length, subscriptionBytes })
  if (giveBack === undefined) return error('too many subscriptions; end some streams first')
  onEnd(giveBack)
  return undefined
}

/** A stream for as long as the client wants one, rather than a call with an end. */
export function isListen(body: unknown): body is { readonly params?: unknown } {
  return (body as { method?: unknown } | null | undefined)?.method === 'subscriptions/listen'
}

/** Such a claim is never legacy; seeing it first saves the SDK's whole classification, which the handler makes anyway. */
function claimsNewEra(body: unknown): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { _meta?: Record<string, unknown> | null } | null }
  return method !== 'initialize' && typeof params?._meta?.[PROTOCOL_VERSION_META_KEY] === 'string'
}

function busOf(runtime: Runtime): ServerEventBus {
  return {
    publish: (event) => {
      if (event.kind === 'resource_updated') runtime.changes.publish({ uri: event.uri })
    },
    subscribe: (listener) => runtime.changes.subscribe(({ uri }) => listener({ kind: 'resource_updated', uri })),
  }
}

function isInitialize(body: unknown): boolean {
  return (body as { method?: unknown } | null | undefined)?.method === 'initialize'
}

/** Whoever keeps the sessions cannot be asked just now. */
function sessionsAway({ message }: DomainError): Response {
  const body = { jsonrpc: '2.0', error: { code: -32000, message, data: { code: 'conflict', retry: true } }, id: null }
  return Response.json(body, { status: 503, headers: { 'Retry-After': '1' } })
}

function unknownSession(): Response {
  return Response.json(
    { jsonrpc: '2.0', error: { code: -32001, message: 'Session not found; start again with initialize' }, id: null },
    { status: 404 },
  )
}
