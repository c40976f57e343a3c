import type { Clock } from '@shoko/contract'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { isLoopbackName } from '../guard.ts'

/** The authorization server cannot be asked right now; the token may well be good. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable'
}

export interface IssuerKeys {
  /** As the server itself spells it, which is how its tokens spell it. */
  readonly issuer: string
  readonly getKey: JWTVerifyGetKey
  /** How often they were fetched; what an older set said may no longer hold. */
  readonly fetches: () => number
}

export interface Issuer {
  keys(): Promise<IssuerKeys>
}

export interface IssuerTimes {
  /** How long what was discovered is trusted. */
  readonly metadataMs: number
  /** How long after a failure, or after a fetch of the keys, the server is left alone. */
  readonly cooldownMs: number
}

export const ISSUER_TIMES: IssuerTimes = { metadataMs: 60 * 60_000, cooldownMs: 10_000 }
const TIMEOUT_MS = 5000

const Metadata = z.object({ issuer: z.string(), jwks_uri: z.url() })

/** Finds an authorization server's keys by its metadata (RFC 8414, OpenID Connect Discovery), on first use and once an hour. */
export function createIssuer(url: string, ports: { readonly clock: Clock; readonly times?: IssuerTimes }): Issuer {
  const { clock, times = ISSUER_TIMES } = ports
  let known: Promise<IssuerKeys> | undefined
  let until = 0
  const refresh = async (last: Promise<IssuerKeys> | undefined): Promise<IssuerKeys> => {
    try {
      return await discover(url, times)
    } catch (error) {
      until = clock.now() + times.cooldownMs
      // What was right an hour ago is better than nothing.
      if (last !== undefined) return last
      throw error
    }
  }
  return {
    keys() {
      if (known !== undefined && clock.now() < until) return known
      until = clock.now() + times.metadataMs
      known = refresh(known)
      return known
    },
  }
}

/** Tokens and keys in the clear are for tests and single machines only. */
export function isSafeUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
}

async function discover(url: string, times: IssuerTimes): Promise<IssuerKeys> {
  for (const candidate of metadataUrls(url)) {
    const metadata = await fetchMetadata(candidate)
    if (metadata === undefined) continue
    if (trimSlash(metadata.issuer) !== trimSlash(url)) throw new IssuerUnavailable(`${candidate} speaks for another issuer`)
    if (!isSafeUrl(metadata.jwks_uri)) throw new IssuerUnavailable(`${candidate} names keys that are not served over https`)
    let fetches = 0
    const getKey = createRemoteJWKSet(new URL(metadata.jwks_uri), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: times.cooldownMs,
      [customFetch]: (address, options) => {
        fetches++
        return fetch(address, options)
      },
    })
    return { issuer: metadata.issuer, getKey, fetches: () => fetches }
  }
  throw new IssuerUnavailable(`${url} publishes no metadata`)
}

function metadataUrls(url: string): string[] {
  const { origin, pathname } = new URL(url)
  const path = trimSlash(pathname)
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/openid-configuration${path}`,
  ]
}

async function fetchMetadata(url: string): Promise<z.infer<typeof Metadata> | undefined> {
  try {
    const answer = await fetch(url, {
      headers: { Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.ok) return Metadata.safeParse(await answer.json()).data
    await answer.body?.cancel()
    return undefined
  } catch (cause) {
    throw new IssuerUnavailable(`${url} cannot be reached`, { cause })
  }
}

function trimSlash(text: string): string {
  return text.endsWith('/') ? text.slice(0, -1) : text
}
