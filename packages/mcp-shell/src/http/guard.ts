import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ShokoConfig } from '../config/variables.ts'

export interface Refusal {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

const OPEN_PATHS = new Set(['/healthz', '/readyz'])

/** What is wrong with a request as its headers show it, before any of its body is read. */
export function refusalOf(config: ShokoConfig, request: IncomingMessage): Refusal | undefined {
  if (!hostAllowed(config, request.headers.host)) return { status: 403, message: 'Host not allowed; see HTTP_ALLOWED_HOSTS' }
  if (!originAllowed(config, request.headers.origin))
    return { status: 403, message: 'Origin not allowed; see HTTP_ALLOWED_ORIGINS' }
  if (request.method === 'OPTIONS' || OPEN_PATHS.has(pathOf(request))) return undefined
  if (config.SHOKO_AUTH_TOKEN === null || bearerMatches(config.SHOKO_AUTH_TOKEN, request.headers.authorization)) return undefined
  const problem = request.headers.authorization === undefined ? '' : ', error="invalid_token"'
  return { status: 401, message: 'A bearer token is needed', headers: { 'WWW-Authenticate': `Bearer realm="shoko"${problem}` } }
}

export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0]!
}

/** The headers that let a page of an allowed origin call us and read the answer. */
export function corsHeaders(config: ShokoConfig, request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers
  if (origin === undefined || !originAllowed(config, origin)) return {}
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name',
    'Access-Control-Expose-Headers': 'Mcp-Session-Id, WWW-Authenticate',
    Vary: 'Origin',
  }
}

function hostAllowed(config: ShokoConfig, host: string | undefined): boolean {
  if (host === undefined) return false
  const name = host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : host.split(':', 1)[0]!
  return config.HTTP_ALLOWED_HOSTS.some((allowed) => allowed.toLowerCase() === name.toLowerCase())
}

function originAllowed(config: ShokoConfig, origin: string | undefined): boolean {
  return origin === undefined || config.HTTP_ALLOWED_ORIGINS.includes(origin)
}

/** Digests have one length, so that the comparison takes one time whatever was sent. */
function bearerMatches(token: string, header: string | undefined): boolean {
  const [, sent] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? []
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
