import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import type { Runtime } from '../runtime.ts'
import { bearerOf, type ServedBy } from '../sdk/call.ts'
import { watchUris } from '../sdk/resources.ts'
import { listenedUris } from '../sdk/stdio.ts'
import { type Exchange, handedOn } from './exchange.ts'
import { createSessionTable, type SessionLimits } from './sessions.ts'

export interface McpEndpoint {
  readonly sessions: number
  serve(exchange: Exchange): Promise<Response>
  /** Ends sessions and streams. */
  close(): Promise<void>
}

const MAX_SUBSCRIPTIONS = 256

/** Both eras at one address: 2026-07-28 a request at a time, the 2025 revisions with sessions or without. */
export function createMcpEndpoint(
  runtime: Runtime,
  options: { readonly limits: SessionLimits; readonly serverFor: (served: ServedBy) => Server },
): McpEndpoint {
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
      const { request, body, principal } = exchange
      const parsed = handedOn(exchange)
      if (claimsNewEra(body) || !(await isLegacyRequest(request, body))) {
        // What cannot be watched is still told when it changes through this server.
        if (isListen(body)) await watchUris(runtime, listenedUris(body.params)).catch(onerror)
        return modern.fetch(request, parsed)
      }
      const id = request.headers.get('mcp-session-id')
      if (id !== null) return sessions.has(id, principal.id) ? sessions.handle(id, exchange) : unknownSession()
      return isInitialize(body) ? sessions.start(exchange) : stateless(request, parsed)
    },
    async close() {
      await Promise.all([sessions.close(), modern.close()])
    },
  }
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

function unknownSession(): Response {
  return Response.json(
    { jsonrpc: '2.0', error: { code: -32001, message: 'Session not found; start again with initialize' }, id: null },
    { status: 404 },
  )
}
