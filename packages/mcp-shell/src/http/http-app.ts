import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from '@modelcontextprotocol/server'
import { createSessionStore, type EventLogs, type RateLimiter, type SessionStore } from '@shoko/contract'
import { giveWayFor } from '@shoko/core-fs'
import { parseMessage, RefusedJson } from '../json-guard.ts'
import { type Principal, within } from '../principal.ts'
import type { Runtime } from '../runtime.ts'
import type { ServedBy } from '../sdk/call.ts'
import { createServer } from '../sdk/server.ts'
import { createAuthenticator, isRefusal, NOT_YOUR_SPACE } from './auth/authenticate.ts'
import type { IssuerTimes } from './auth/issuer.ts'
import { neededScope } from './auth/needed-scope.ts'
import type { OwnUser } from './auth/own-user.ts'
import { type DeliveryLimits, deliver } from './deliver.ts'
import { createEventLogs } from './event-log.ts'
import { BodyTooLarge, exchangeOf, readBody } from './exchange.ts'
import { corsHeaders, pathOf, strangerRefusal } from './guard.ts'
import { createInFlight } from './in-flight.ts'
import { createMcpEndpoint, isListen } from './mcp-endpoint.ts'
import { operatorRoutes } from './operator-routes.ts'
import { createPageRoutes, type PageFiles } from './page/page-routes.ts'
import { codeIn, exchangeCode, giveCode, refuseCodeToPages } from './page/session-route.ts'
import { createSignIn } from './page/sign-in.ts'
import { createQuotas, type QuotaLimits } from './quotas.ts'
import { createRateLimiter } from './rate-limit.ts'
import { type Refusal, refuse, sendJson } from './refusal.ts'
import { type RequestScope, requestIdOf } from './request-scope.ts'
import { type Asked, type Route, routeFor } from './route.ts'
import { SESSION_LIMITS, type SessionLimits } from './sessions.ts'
import { withSpan } from './spans.ts'
import type { Telemetry } from './telemetry.ts'

export interface HttpApp {
  /** Answers one request; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Takes no new calls, answers those under way (for at most so long), then ends the streams. */
  drain(limitMs: number): Promise<void>
}

export interface HttpAppOptions {
  readonly telemetry: Telemetry
  readonly sessionLimits?: SessionLimits
  readonly deliveryLimits?: DeliveryLimits
  readonly quotaLimits?: QuotaLimits
  /** Where servers share them; default: in this process, by HTTP_RATE_LIMIT. */
  readonly limiter?: RateLimiter
  readonly events?: EventLogs
  readonly sessions?: SessionStore
  /** The workspace, where a server has several. */
  readonly space?: string
  readonly issuerTimes?: IssuerTimes
  /** Whose connections are let in without a token. */
  readonly ownUser?: OwnUser
  /** The page at `/`; without it there is none. */
  readonly page?: () => Promise<PageFiles>
  /** Another server than ours for a connection or a request: the conformance suite adds its fixtures here. */
  readonly serverFor?: (served: ServedBy) => Server
}

const MAX_BODY_BYTES = 4 * 1024 * 1024
const METHODS = new Set(['GET', 'POST', 'DELETE'])
const NOT_A_METHOD: Refusal = { status: 405, message: 'Method not allowed', headers: { Allow: [...METHODS].join(', ') } }
const TOO_LARGE: Refusal = { status: 413, message: 'The body is larger than 4 MiB', headers: { Connection: 'close' } }
const TOO_MANY: Refusal = {
  status: 429,
  message: 'Too many open requests or streams; end some first',
  headers: { 'Retry-After': '5' },
}
const DRAINING: Refusal = { status: 503, message: 'The server is stopping', headers: { Connection: 'close', 'Retry-After': '5' } }

/** The whole HTTP face: guards on the headers, then who it is, then /mcp for both eras and the pages for operators. */
export function createHttpApp(runtime: Runtime, options: HttpAppOptions): HttpApp {
  const { config, ports } = runtime
  const { scopes, metrics } = options.telemetry
  const quotas = createQuotas(options.quotaLimits)
  const serverFor = options.serverFor ?? ((served) => createServer(runtime, served))
  const endpoint = createMcpEndpoint(runtime, {
    limits: options.sessionLimits ?? SESSION_LIMITS,
    quotas,
    events: options.events ?? createEventLogs(),
    store: options.sessions ?? createSessionStore(),
    serverFor,
  })
  const auth = createAuthenticator(config, {
    ...ports,
    ...(options.issuerTimes === undefined ? {} : { issuerTimes: options.issuerTimes }),
    ...(options.ownUser === undefined ? {} : { ownUser: options.ownUser }),
  })
  const perMinute = config.HTTP_RATE_LIMIT
  const limiter = options.limiter ?? (perMinute === null ? undefined : createRateLimiter(perMinute, ports.clock))
  const page = createPageRoutes(options.page)
  const signIn = createSignIn(ports.clock)
  const calls = createInFlight()
  const streams = createInFlight()
  let draining = false
  const routes: readonly Route[] = [
    ...operatorRoutes({
      runtime,
      metrics,
      isDraining: () => draining,
      counts: () => ({ sessions: endpoint.sessions, streams: streams.size, inFlight: calls.size }),
      forbidReading: ({ request, response }) => turnAway(request, response, auth.forbid(request, 'read')),
    }),
    { at: '/session', method: 'POST', access: 'anyone', serve: answerSession },
    { at: '/mcp', access: 'principal', serve: answerMcp },
  ]

  return {
    handle: (request, response) => {
      const scope: RequestScope = { requestId: requestIdOf(request) }
      return scopes.run(scope, () => answerSafely(request, response, scope))
    },
    async drain(limitMs) {
      draining = true
      await calls.idle(limitMs)
      await endpoint.close()
    },
  }

  /** Whatever goes wrong with one request stays with it. */
  async function answerSafely(request: IncomingMessage, response: ServerResponse, scope: RequestScope): Promise<void> {
    const started = performance.now()
    response.on('error', () => {}) // the client went away while it was being answered
    response.once('close', () => {
      const [method = '', status] = [request.method, response.statusCode]
      metrics.requestFinished({ method, status })
      const elapsed_ms = Math.round(performance.now() - started)
      ports.logger.log('debug', { event: 'http.request', method, path: pathOf(request).slice(0, 80), status, elapsed_ms })
    })
    response.setHeader('X-Request-Id', scope.requestId)
    try {
      await answer(request, response, scope)
    } catch (error) {
      if (request.destroyed && !request.complete) return void response.destroy() // it hung up while it was still sending
      ports.logger.log('error', { event: 'http.crash', stack: error instanceof Error ? error.stack : String(error) })
      if (response.headersSent) response.destroy()
      else sendJson(response, { status: 500, body: { error: 'internal error' } })
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, scope: RequestScope): Promise<void> {
    const stranger = strangerRefusal(config, request)
    if (stranger !== undefined) return refuse(response, stranger)
    for (const [name, value] of Object.entries(corsHeaders(config, request))) response.setHeader(name, value)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const asked: Asked = { request, response, scope }
    const path = pathOf(request)
    const route = routeFor(routes, path, request.method)
    if (route?.access === 'anyone') return route.serve(asked)
    if (await page.serve(request, response, path)) return
    const principal = await admit(asked)
    if (principal === undefined) return
    if (route === undefined) return refuse(response, { status: 404, message: 'Not found; the MCP endpoint is /mcp' })
    await route.serve(asked, principal)
  }

  /** The page comes with a code; whoever opens the page comes for one. */
  async function answerSession(asked: Asked): Promise<void> {
    const { request, response } = asked
    const body = await bodyOf(request, response)
    if (body instanceof Refused) return
    const code = codeIn(body)
    if (code !== undefined && (await hasToWait(`address:${request.socket.remoteAddress}`, response, 1))) return
    const misplaced = code === undefined ? refuseCodeToPages(request) : undefined
    if (misplaced !== undefined) return turnAway(request, response, misplaced)
    const principal = code === undefined ? await admit(asked) : undefined
    if (code === undefined && principal === undefined) return
    const answered =
      principal === undefined
        ? exchangeCode(signIn, request, code!)
        : giveCode(signIn, { principal, config, folders: (body as { folders?: unknown } | null)?.folders })
    if ('message' in answered) return turnAway(request, response, answered)
    sendJson(response, { ...answered, headers: { ...answered.headers, 'Cache-Control': 'no-store' } })
  }

  /** The bearer, unless it was turned away: not known, or too often here. */
  async function admit({ request, response, scope }: Asked): Promise<Principal | undefined> {
    const found = (isAnonymous(request) ? signIn.identify(request) : undefined) ?? (await auth.identify(request))
    if (await hasToWait(isRefusal(found) ? `address:${request.socket.remoteAddress}` : found.id, response, 1)) return undefined
    if (isRefusal(found)) return void turnAway(request, response, found)
    scope.principal = found.id
    return within(found, options.space) ?? void turnAway(request, response, NOT_YOUR_SPACE)
  }

  /** Charges a caller for its messages; who has used up its share is told when to come back. */
  async function hasToWait(caller: string, response: ServerResponse, messages: number): Promise<boolean> {
    const wait = await limiter?.take(caller, messages)
    if (wait === undefined) return false
    refuse(response, {
      status: 429,
      message: `Too many messages; try again in ${wait} s`,
      headers: { 'Retry-After': String(wait) },
    })
    return true
  }

  /** Whoever tries doors is seen by the operator. */
  function turnAway(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    const { status, message } = refusal
    ports.logger.log('warn', { event: 'http.refused', status, reason: message, address: request.socket.remoteAddress })
    refuse(response, refusal)
  }

  async function answerMcp({ request, response, scope }: Asked, principal: Principal): Promise<void> {
    if (!METHODS.has(request.method ?? '')) return refuse(response, NOT_A_METHOD)
    if (draining) return refuse(response, DRAINING)
    const leave = await ports.turns?.enter(principal.id)
    if (leave !== undefined) response.once('close', leave)
    const body = request.method === 'POST' ? await bodyOf(request, response) : undefined
    if (body instanceof Refused) return
    const extra = Array.isArray(body) ? body.length - 1 : 0
    if (extra > 0 && (await hasToWait(principal.id, response, extra))) return
    const needed = neededScope(body, runtime.findTool)
    if (!principal.scopes.has(needed)) return turnAway(request, response, auth.forbid(request, needed))
    const isStream = request.method === 'GET' || isListen(body)
    const giveBack = quotas.take(principal.id, isStream ? { streams: 1, requests: 1 } : { requests: 1 })
    if (giveBack === undefined) return refuse(response, TOO_MANY)
    const exchange = exchangeOf(request, response, { body, principal })
    exchange.onEnd(giveBack)
    exchange.onEnd((isStream ? streams : calls).begin())
    if (isStream) leave?.()
    await withSpan({ headers: request.headers, body, scope }, async () => {
      const answered = await endpoint.serve(exchange)
      await deliver(answered, response, {
        plainWhenAlone: request.method === 'POST' && !Array.isArray(body) && !isListen(body),
        ...(principal.expiresAt === undefined ? {} : { endAfterMs: principal.expiresAt - ports.clock.now() }),
        ...(options.deliveryLimits === undefined ? {} : { limits: options.deliveryLimits }),
      })
    })
  }
}

/** A token that was sent decides, also when it is wrong. */
function isAnonymous({ headers }: IncomingMessage): boolean {
  return headers.authorization === undefined
}

/** Stands for a body that was refused; the answer has gone out. */
class Refused {}

/** The body, parsed once for all who look at it. */
async function bodyOf(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  try {
    const bytes = await readBody(request, MAX_BODY_BYTES)
    const body = parseMessage(bytes)
    await giveWayFor(bytes)
    return body
  } catch (error) {
    if (error instanceof BodyTooLarge) refuse(response, TOO_LARGE)
    else if (error instanceof RefusedJson) sendJson(response, { status: 400, body: error.answer() })
    else throw error
    return new Refused()
  }
}
