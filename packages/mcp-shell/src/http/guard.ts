import type { IncomingMessage } from 'node:http'
import type { ShokoConfig } from '../config/variables.ts'
import type { Refusal } from './refusal.ts'

/** Refuses names and pages that nobody allowed: a page elsewhere must not reach a local server through the user's browser. */
export function strangerRefusal(config: ShokoConfig, request: IncomingMessage): Refusal | undefined {
  if (!hostAllowed(config, request.headers.host)) return { status: 403, message: 'Host not allowed; see HTTP_ALLOWED_HOSTS' }
  if (!originAllowed(config, request.headers)) return { status: 403, message: 'Origin not allowed; see HTTP_ALLOWED_ORIGINS' }
  return undefined
}

export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0]!
}

/** The headers that let a page of an allowed origin call us and read the answer. */
export function corsHeaders(config: ShokoConfig, request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers
  if (origin === undefined || !originAllowed(config, request.headers)) return {}
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, X-Request-Id, Traceparent, Tracestate',
    'Access-Control-Expose-Headers': 'Mcp-Session-Id, WWW-Authenticate, Retry-After, X-Request-Id',
    'Access-Control-Max-Age': '600',
    Vary: 'Origin',
  }
}

/** The name in a Host header, without its port. */
export function hostName(host: string): string {
  return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : host.split(':', 1)[0]!
}

export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

function hostAllowed(config: ShokoConfig, host: string | undefined): boolean {
  if (host === undefined || !/^(\[[\da-f:]+\]|[^:]+)(:\d{1,5})?$/i.test(host)) return false
  const name = hostName(host).toLowerCase()
  return config.HTTP_ALLOWED_HOSTS.some((allowed) => allowed.toLowerCase() === name)
}

/** Besides those configured, our own: a name on the host list, so no page of somebody else's can have it. */
function originAllowed(config: ShokoConfig, { origin, host }: IncomingMessage['headers']): boolean {
  if (origin === undefined || config.HTTP_ALLOWED_ORIGINS.includes(origin)) return true
  return /^https?:$/.test(URL.parse(origin)?.protocol ?? '') && URL.parse(origin)?.host === host
}
