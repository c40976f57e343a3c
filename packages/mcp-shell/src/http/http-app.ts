import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  type McpHandlerRequestOptions,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import type { Runtime } from '../runtime.ts'
import { watchUris } from '../sdk/resources.ts'
import { createServer } from '../sdk/server.ts'
import { listenedUris } from '../sdk/stdio.ts'
import { version } from '../version.ts'
import { corsHeaders, pathOf, refusalOf } from './guard.ts'
import { plainJsonWhenAlone } from './plain-json.ts'
import { createRateLimiter } from './rate-limit.ts'
import { createSessionTable } from './sessions.ts'

export interface HttpApp {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Answers /readyz with 503 from now on, so that a proxy stops sending. */
  drain(): void
  close(): Promise<void>
}

const SESSION_LIMITS = { most: 100, idleMs: 10 * 60_000 }
const MAX_BODY_BYTES = 4 * 1024 * 1024

/** The whole HTTP face: guards on the headers, then /mcp for both eras, then the health pages. */
export function createHttpApp(runtime: Runtime): HttpApp {
  const { config, ports } = runtime
  const onerror = (error: Error) => ports.logger.log('debug', { event: 'http.error', error: error.message })
  const sessions = createSessionTable(runtime, SESSION_LIMITS)
  const modern = createMcpHandler(({ era }) => createServer(runtime, { era, session: undefined }), {
    legacy: 'reject',
    bus: busOf(runtime),
    onerror,
    maxRequestBodySize: MAX_BODY_BYTES,
  })
  const stateless = legacyStatelessFallback(({ era }) => createServer(runtime, { era, session: undefined }), onerror, {
    maxRequestBodySize: MAX_BODY_BYTES,
  })
  const limiter = config.HTTP_RATE_LIMIT === null ? undefined : createRateLimiter(config.HTTP_RATE_LIMIT, ports.clock)
  let draining = false

  const fetchMcp = async (request: Request, options?: McpHandlerRequestOptions): Promise<Response> => {
    const parsed = await readJson(request)
    const passed = { ...options, ...(parsed === undefined ? {} : { parsedBody: parsed.body }) }
    if (!(await isLegacyRequest(parsed?.request ?? request, parsed?.body))) {
      await watchUris(runtime, isListen(parsed?.body) ? listenedUris(parsed.body.params) : [])
      return modern.fetch(parsed?.request ?? request, passed)
    }
    const id = request.headers.get('mcp-session-id')
    if (id !== null) return sessions.has(id) ? sessions.handle(id, parsed?.request ?? request, passed) : unknownSession()
    if (isInitialize(parsed?.body)) return sessions.start(parsed!.request, passed)
    return plainJsonWhenAlone(await stateless(parsed?.request ?? request, passed))
  }
  const mcp = toNodeHandler({ fetch: fetchMcp }, { onerror, maxRequestBodySize: MAX_BODY_BYTES })

  return {
    async handle(request, response) {
      const refusal = refusalOf(config, request)
      for (const [name, value] of Object.entries(corsHeaders(config, request))) response.setHeader(name, value)
      if (refusal !== undefined) return answer(response, refusal.status, { error: refusal.message }, refusal.headers)
      if (request.method === 'OPTIONS') return answer(response, 204, undefined)
      const path = pathOf(request)
      if (path === '/healthz') return answer(response, 200, { status: 'ok', name: 'shoko', version })
      if (path === '/readyz') return answer(response, draining ? 503 : 200, { status: draining ? 'draining' : 'ready' })
      if (path !== '/mcp') return answer(response, 404, { error: 'Not found; the MCP endpoint is /mcp' })
      const wait = limiter?.take(request.headers.authorization ?? request.socket.remoteAddress ?? '')
      if (wait !== undefined)
        return answer(response, 429, { error: `Too many requests; try again in ${wait} s` }, { 'Retry-After': String(wait) })
      await mcp(request as Parameters<typeof mcp>[0], response) // the SDK's structural type does not know optional-or-undefined
    },
    drain: () => {
      draining = true
    },
    async close() {
      await Promise.all([sessions.close(), modern.close()])
    },
  }
}

/** Reads the body once; both legs and the classification get the parsed value. A body that is no JSON is left to the SDK's own answer. */
async function readJson(request: Request): Promise<{ readonly body: unknown; readonly request: Request } | undefined> {
  if (request.method !== 'POST') return undefined
  const text = await request.clone().text()
  try {
    return { body: JSON.parse(text) as unknown, request }
  } catch {
    return undefined
  }
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

function isListen(body: unknown): body is { readonly params?: unknown } {
  return (body as { method?: unknown } | null | undefined)?.method === 'subscriptions/listen'
}

function unknownSession(): Response {
  return Response.json(
    { jsonrpc: '2.0', error: { code: -32001, message: 'Session not found; start again with initialize' }, id: null },
    { status: 404 },
  )
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, body === undefined ? { ...headers } : { 'Content-Type': 'application/json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
