import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '@shoko/contract'
import type { Principal } from '../../principal.ts'

/** How a browser gets in where a token is needed: a code that works once becomes a cookie that no script can read. */
export interface SignIn {
  /** A code for whoever has shown who he is by other means. */
  issueCode(principal: Principal): string
  /** The value of a Set-Cookie header; undefined when the code is unknown, late or used. */
  exchange(request: IncomingMessage, code: string): string | undefined
  /** Whose cookie came with a request that only our own page can have sent. */
  identify(request: IncomingMessage): Principal | undefined
}

interface Granted {
  readonly principal: Principal
  readonly until: number
}

const CODE_MS = 60_000
const COOKIE_MS = 12 * 60 * 60_000
const SECRET_BYTES = 32
/** Beyond these the oldest go: nobody has so many browsers, and nobody should fill the memory. */
const MOST_CODES = 64
const MOST_COOKIES = 256

export function createSignIn(clock: Clock): SignIn {
  const codes = createSecrets({ clock, ttlMs: CODE_MS, most: MOST_CODES })
  const cookies = createSecrets({ clock, ttlMs: COOKIE_MS, most: MOST_COOKIES })
  return {
    issueCode: (principal) => codes.issue(principal),
    exchange(request, code) {
      const found = codes.take(code)
      if (found === undefined) return undefined
      const value = cookies.issue(found.principal)
      return `${cookieName(request)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${COOKIE_MS / 1000}`
    },
    identify(request) {
      if (!isFromOwnPage(request)) return undefined
      const value = cookieOf(request)
      const found = value === undefined ? undefined : cookies.find(value)
      // Streams end when the cookie does, or the token that it came from.
      return found === undefined ? undefined : { ...found.principal, expiresAt: endOf(found) }
    },
  }
}

/** A form or a script of another site cannot send JSON here without asking first, and the browser says whose request it is. */
export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  return headers['sec-fetch-site'] === 'same-origin' && type.trim().toLowerCase() === 'application/json'
}

/** Cookies know no ports: two servers of one machine would otherwise overwrite each other's. */
function cookieName({ socket }: IncomingMessage): string {
  return `shoko_${socket.localPort ?? 0}`
}

function cookieOf(request: IncomingMessage): string | undefined {
  const start = `${cookieName(request)}=`
  const found = (request.headers.cookie ?? '').split(/;\s*/).find((pair) => pair.startsWith(start))
  return found?.slice(start.length)
}

/** Random values by their digest, so that looking one up tells nothing about the others by how long it takes. */
function createSecrets({ clock, ttlMs, most }: { readonly clock: Clock; readonly ttlMs: number; readonly most: number }) {
  const granted = new Map<string, Granted>()
  const find = (secret: string): Granted | undefined => {
    const found = granted.get(digest(secret))
    return found !== undefined && endOf(found) > clock.now() ? found : undefined
  }
  return {
    issue(principal: Principal): string {
      for (const [key, { until }] of granted) if (until <= clock.now()) granted.delete(key)
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      granted.set(digest(secret), { principal, until: clock.now() + ttlMs })
      if (granted.size > most) granted.delete(granted.keys().next().value!)
      return secret
    },
    find,
    take(secret: string): Granted | undefined {
      const found = find(secret)
      granted.delete(digest(secret))
      return found
    },
  }
}

function endOf({ until, principal }: Granted): number {
  return Math.min(until, principal.expiresAt ?? Number.POSITIVE_INFINITY)
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
