import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Clock, Logger } from '@shoko/contract'
import { readLocalFile } from '@shoko/core-fs/local-file'
import type { ShokoConfig } from '../../config/variables.ts'
import { everyScope, owner, type Principal, type Scope } from '../../principal.ts'
import type { Refusal } from '../refusal.ts'
import { createIssuer, type IssuerTimes, IssuerUnavailable } from './issuer.ts'
import { createOwnUser, type OwnUser } from './own-user.ts'
import { metadataUrl, offeredScopes } from './protected-resource.ts'
import { createVerifier, InvalidToken } from './verify-token.ts'

export interface Authenticator {
  /** The bearer of a request, or why it is turned away. */
  identify(request: IncomingMessage): Promise<Principal | Refusal>
  /** The answer to a bearer who may not do this. */
  forbid(request: IncomingMessage, needed: Scope): Refusal
}

/** Whether there is such a space is not for who may not use it. */
export const NOT_YOUR_SPACE: Refusal = { status: 403, message: 'The token does not name this space' }

const tokenHolder: Principal = { id: 'token:static', scopes: everyScope }

const STRANGER: Refusal = {
  status: 403,
  message: 'Without a token only the user who runs the server may connect; start it with SHOKO_AUTH_TOKEN for anybody else',
}

/** The static token and the tokens of the issuer, whichever are configured; without either (loopback only) the server's own user. */
export function createAuthenticator(
  config: ShokoConfig,
  ports: { readonly clock: Clock; readonly logger: Logger; readonly issuerTimes?: IssuerTimes; readonly ownUser?: OwnUser },
): Authenticator {
  const { SHOKO_AUTH_TOKEN: token, OAUTH_ISSUER: issuerUrl, OAUTH_AUDIENCE: audience } = config
  const ownUser =
    ports.ownUser ?? createOwnUser({ platform: process.platform, uid: process.getuid?.(), readTable: readLocalFile })
  const spaces = { claim: config.SHOKO_SPACES_CLAIM, own: config.SHOKO_SPACE }
  const expected = token === null ? undefined : digest(token)
  const issuer = issuerUrl === null ? undefined : createIssuer(issuerUrl, { clock: ports.clock, ...timesOf(ports.issuerTimes) })
  const verify =
    issuer === undefined || audience === null ? undefined : createVerifier({ issuer, audience, clock: ports.clock, spaces })

  const challenge = (request: IncomingMessage, parameters: Readonly<Record<string, string>>): Record<string, string> => {
    const host = request.headers.host ?? ''
    const oauth: Record<string, string> =
      issuer === undefined ? {} : { resource_metadata: metadataUrl(config, host), scope: offeredScopes(config).join(' ') }
    const pairs = Object.entries({ realm: 'shoko', ...parameters, ...oauth }).map(([name, value]) => `${name}="${value}"`)
    return { 'WWW-Authenticate': `Bearer ${pairs.join(', ')}` }
  }
  const unauthorized = (request: IncomingMessage, problem?: string): Refusal => ({
    status: 401,
    message: problem ?? 'A bearer token is needed',
    headers: challenge(request, problem === undefined ? {} : { error: 'invalid_token', error_description: problem }),
  })

  return {
    async identify(request) {
      if (expected === undefined && issuer === undefined) return ownUser.owns(request.socket) ? owner : STRANGER
      const { authorization } = request.headers
      if (authorization === undefined) return unauthorized(request)
      const sent = bearerOf(authorization)
      if (sent === undefined) return unauthorized(request, 'The Authorization header holds no bearer token')
      if (expected !== undefined && timingSafeEqual(digest(sent), expected)) return tokenHolder
      return verify === undefined ? unauthorized(request, 'The token is not valid') : verified(() => verify(sent), request)
    },
    forbid: (request, needed) => ({
      status: 403,
      message: `The token lacks the scope ${needed}`,
      headers: challenge(request, { error: 'insufficient_scope', error_description: `The scope ${needed} is needed` }),
    }),
  }

  async function verified(verify: () => Promise<Principal>, request: IncomingMessage): Promise<Principal | Refusal> {
    try {
      return await verify()
    } catch (error) {
      if (error instanceof InvalidToken) return unauthorized(request, error.message)
      if (!(error instanceof IssuerUnavailable)) throw error
      ports.logger.log('error', { event: 'oauth.unavailable', error: error.message })
      return { status: 503, message: 'The authorization server cannot be asked; try again', headers: { 'Retry-After': '10' } }
    }
  }
}

export function isRefusal(answer: Principal | Refusal): answer is Refusal {
  return 'status' in answer
}

function timesOf(times: IssuerTimes | undefined): { readonly times?: IssuerTimes } {
  return times === undefined ? {} : { times }
}

function bearerOf(header: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1]
}

/** Digests have one length, so that the comparison takes one time whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
