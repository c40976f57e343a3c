import { hash } from 'node:crypto'
import type { Clock } from '@shoko/contract'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { everyScope, type Principal, scopesAmong, spacesAmong } from '../../principal.ts'
import { type Issuer, type IssuerKeys, IssuerUnavailable } from './issuer.ts'

/** The token is not one for this server; the text may be shown to its bearer. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken'
}

/** Public keys only: a shared secret would let every resource server mint tokens. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const TYPES = new Set(['at+jwt', 'application/at+jwt', 'jwt'])
const CLOCK_TOLERANCE_S = 5
/** Faults of the key server rather than of the token. */
const KEY_SERVER_FAULTS = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'])

/** A token is checked once in so long: a signature costs more than most calls, and an issuer's word is not asked for oftener anyway. */
const TRUSTED_MS = 30_000
const MOST_KNOWN = 1000

interface TokenPorts {
  readonly issuer: Issuer
  readonly audience: string
  readonly clock: Clock
  /** The claim that names a token's spaces, and the one space of a token without it. */
  readonly spaces: { readonly claim: string; readonly own: string }
}

/** Checks access tokens (RFC 9068) of this issuer for this audience. Throws InvalidToken or IssuerUnavailable. */
export function createVerifier(ports: TokenPorts): (token: string) => Promise<Principal> {
  const { clock } = ports
  /** By digest: a token itself is kept nowhere. */
  const known = new Map<string, Known>()
  return async (token) => {
    const keys = await ports.issuer.keys()
    const digest = hash('sha256', token)
    const found = known.get(digest)
    if (found?.keys === keys && found.fetches === keys.fetches() && clock.now() < found.until) return found.principal
    known.delete(digest)
    const principal = await verifyToken(token, keys, ports)
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!)
    const until = Math.min(clock.now() + TRUSTED_MS, principal.expiresAt ?? 0)
    known.set(digest, { principal, until, keys, fetches: keys.fetches() })
    return principal
  }
}

interface Known {
  readonly principal: Principal
  readonly until: number
  /** The keys that it was checked with. */
  readonly keys: IssuerKeys
  readonly fetches: number
}

async function verifyToken(token: string, keys: IssuerKeys, to: TokenPorts): Promise<Principal> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys.getKey, {
      issuer: keys.issuer,
      audience: to.audience,
      algorithms: ALGORITHMS,
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(to.clock.now()),
    })
    if (protectedHeader.typ !== undefined && !TYPES.has(protectedHeader.typ.toLowerCase()))
      throw new InvalidToken('The token is no access token')
    return principalOf(payload, to.spaces)
  } catch (error) {
    throw translate(error)
  }
}

function principalOf(payload: JWTPayload, { claim, own }: TokenPorts['spaces']): Principal {
  const id = named('sub', payload, payload.sub) ?? named('client', payload, payload['client_id'] ?? payload['azp'])
  if (id === undefined) throw new InvalidToken('The token names nobody')
  return {
    id,
    scopes: scopesAmong([...wordsOf(payload['scope']), ...wordsOf(payload['scp'])]),
    spaces: Object.hasOwn(payload, claim) ? spacesAmong(wordsOf(payload[claim])) : new Map([[own, everyScope]]),
    expiresAt: (payload.exp ?? 0) * 1000,
  }
}

/** `kind:issuer#name`: a person and a program of the same name are two principals. */
function named(kind: 'sub' | 'client', { iss }: JWTPayload, claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? `${kind}:${iss}#${claim}` : undefined
}

/** A string of words in most servers, a list in some. */
function wordsOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ')
  return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : []
}

function translate(error: unknown): Error {
  if (error instanceof InvalidToken) return error
  if (!(error instanceof errors.JOSEError) || KEY_SERVER_FAULTS.has(error.code))
    return new IssuerUnavailable('The keys of the authorization server cannot be had', { cause: error })
  if (error instanceof errors.JWTExpired) return new InvalidToken('The token has expired')
  if (error instanceof errors.JWTClaimValidationFailed)
    return new InvalidToken(`The token is not for this server: ${error.claim}`)
  return new InvalidToken('The token is not valid')
}
