import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fakeClock } from '@shoko/testkit'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ShokoConfig } from '../../config/variables.ts'
import { createAuthenticator } from './authenticate.ts'

const token = 'a-token-of-more-than-thirty-two-characters'
const audience = 'https://notes.example/mcp'
type Key = { readonly kid: string; readonly privateKey: CryptoKey; readonly jwk: JWK }

async function newKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } }
}

/** An authorization server reduced to what a resource server sees of it: its metadata and its keys. */
async function keyServer(keys: Key[], path = '') {
  const asked: string[] = []
  const state = { down: false }
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const issuer = `http://127.0.0.1:${port}${path}`
    const pages: Record<string, unknown> = {
      [`/.well-known/oauth-authorization-server${path}`]: { issuer, jwks_uri: `${issuer}/jwks` },
      [`${path}/jwks`]: { keys: keys.map(({ jwk }) => jwk) },
    }
    const page = state.down ? undefined : pages[request.url ?? '']
    response.writeHead(page === undefined ? 503 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { issuer: `http://127.0.0.1:${port}${path}`, asked, state }
}

function config(over: Partial<ShokoConfig>): ShokoConfig {
  return {
    HTTP_ALLOWED_HOSTS: ['notes.example'],
    SHOKO_AUTH_TOKEN: null,
    OAUTH_ISSUER: null,
    OAUTH_AUDIENCE: audience,
    SHOKO_READ_ONLY: false,
    SHOKO_SPACE: 'main',
    SHOKO_SPACES_CLAIM: 'spaces',
    ...over,
  } as ShokoConfig
}

const asked = (authorization?: string) =>
  ({ headers: { host: 'notes.example', ...(authorization === undefined ? {} : { authorization }) } }) as IncomingMessage
const silent = { log: () => {} }
const minute = 60_000

async function setUp(options: { readonly path?: string } = {}) {
  const clock = fakeClock()
  const keys = [await newKey('one')]
  const { issuer, asked: requests, state } = await keyServer(keys, options.path)
  const auth = createAuthenticator(config({ OAUTH_ISSUER: issuer, SHOKO_AUTH_TOKEN: token }), {
    clock,
    logger: silent,
    issuerTimes: { metadataMs: 60 * minute, cooldownMs: 0 },
  })
  const sign = (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}, key = keys[0]!) =>
    new SignJWT({ iss: issuer, aud: audience, sub: 'mio', exp: clock.now() / 1000 + 60, scope: 'read', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'at+jwt', ...header })
      .sign(key.privateKey)
  const identify = async (jwt: string) => auth.identify(asked(`Bearer ${jwt}`))
  return { clock, keys, issuer, requests, state, auth, sign, identify }
}

describe('the static token', () => {
  const auth = createAuthenticator(config({ SHOKO_AUTH_TOKEN: token }), { clock: fakeClock(), logger: silent })

  it('lets its holder do everything', async () => {
    expect(await auth.identify(asked(`bearer ${token}`))).toEqual({ id: 'token:static', scopes: new Set(['read', 'write']) })
  })

  it('is asked for with WWW-Authenticate', async () => {
    expect(await auth.identify(asked())).toMatchObject({ status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="shoko"' } })
  })

  it.each([
    'Bearer wrong',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
    'Bearer',
    `Bearer ${token} ${token}`,
  ])('is not %s', async (authorization) => {
    expect(await auth.identify(asked(authorization))).toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': expect.stringContaining('error="invalid_token"') },
    })
  })

  it('is not asked of the own user when nothing is configured, and of nobody else is anything asked', async () => {
    const over = (owns: boolean) =>
      createAuthenticator(config({}), { clock: fakeClock(), logger: silent, ownUser: { owns: () => owns } })
    expect(await over(true).identify(asked())).toMatchObject({ id: 'local:owner' })
    expect(await over(false).identify(asked())).toMatchObject({
      status: 403,
      message: expect.stringContaining('SHOKO_AUTH_TOKEN'),
    })
  })
})

describe("an issuer's token", () => {
  it('names its bearer, its scopes, its spaces and its end', async () => {
    const { clock, issuer, sign, identify } = await setUp()
    expect(await identify(await sign({ scope: 'openid read' }))).toEqual({
      id: `sub:${issuer}#mio`,
      scopes: new Set(['read']),
      spaces: new Map([['main', new Set(['read', 'write'])]]),
      expiresAt: clock.now() + minute,
    })
    expect(await identify(await sign({ spaces: 'docs:read' }))).toMatchObject({ spaces: new Map([['docs', new Set(['read'])]]) })
    expect(await identify(await sign({ scope: undefined, scp: ['write'] }))).toMatchObject({ scopes: new Set(['read', 'write']) })
    expect(await identify(await sign({ sub: undefined, client_id: 'bot' }))).toMatchObject({ id: `client:${issuer}#bot` })
  })

  it('is checked once in half a minute, and never trusted beyond its end', async () => {
    const { clock, sign, identify } = await setUp()
    const jwt = await sign()
    const first = await identify(jwt)
    expect(await identify(jwt)).toBe(first)
    clock.advance(31_000)
    const second = await identify(jwt)
    expect(second).toEqual(first)
    expect(second).not.toBe(first)
    clock.advance(35_000)
    expect(await identify(jwt)).toMatchObject({ status: 401, message: 'The token has expired' })
  })

  it('is accepted beside the static one', async () => {
    const { auth } = await setUp()
    expect(await auth.identify(asked(`Bearer ${token}`))).toMatchObject({ id: 'token:static' })
  })

  it('is found by the metadata of an issuer with a path', async () => {
    const { sign, identify } = await setUp({ path: '/tenant' })
    expect(await identify(await sign())).toMatchObject({ scopes: new Set(['read']) })
  })

  it.each([
    ['of another issuer', { iss: 'http://127.0.0.1:1' }, {}],
    ['for another audience', { aud: 'https://other.example/mcp' }, {}],
    ['for nobody', { aud: undefined }, {}],
    ['that has expired', { exp: 1 }, {}],
    ['without an end', { exp: undefined }, {}],
    ['that is not valid yet', { nbf: 9_999_999_999 }, {}],
    ['of nobody', { sub: undefined }, {}],
    ['that is no access token', {}, { typ: 'logout+jwt' }],
    ['of an unknown key', {}, { kid: 'two' }],
  ])('is refused when it is one %s', async (_name, claims, header) => {
    const { sign, identify } = await setUp()
    expect(await identify(await sign(claims, header))).toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': expect.stringContaining('error="invalid_token"') },
    })
  })

  it('is refused when it is signed by nobody, by a secret, or is no token', async () => {
    const { clock, issuer, sign, identify } = await setUp()
    const claims = Buffer.from(
      JSON.stringify({ iss: issuer, aud: audience, sub: 'mio', exp: clock.now() / 1000 + 60, scope: 'write' }),
    ).toString('base64url')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
    const secret = await new SignJWT({ iss: issuer, aud: audience, sub: 'mio', exp: clock.now() / 1000 + 60 })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(new TextEncoder().encode('x'.repeat(32)))
    const [head, , signature] = (await sign()).split('.')
    for (const jwt of [none, secret, `${head}.${claims}.${signature}`, 'a.b.c', 'x'])
      expect(await identify(jwt)).toMatchObject({ status: 401 })
  })

  it('is challenged with where to get one and for what', async () => {
    const { auth } = await setUp()
    const where = 'resource_metadata="https://notes.example/.well-known/oauth-protected-resource/mcp", scope="read write"'
    expect(await auth.identify(asked())).toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': `Bearer realm="shoko", ${where}` },
    })
    expect(auth.forbid(asked(), 'write')).toMatchObject({
      status: 403,
      headers: {
        'WWW-Authenticate': `Bearer realm="shoko", error="insufficient_scope", error_description="The scope write is needed", ${where}`,
      },
    })
  })

  it('is accepted when it is signed by a key that came later, and refused when its key is gone', async () => {
    const { clock, keys, sign, identify } = await setUp()
    const old = await sign({ exp: clock.now() / 1000 + 7200 })
    expect(await identify(old)).toMatchObject({ scopes: new Set(['read']) })
    keys.splice(0, 1, await newKey('two'))
    expect(await identify(await sign())).toMatchObject({ scopes: new Set(['read']) })
    expect(await identify(old)).toMatchObject({ status: 401 })
  })

  it('waits for an issuer that cannot be asked instead of being thrown away', async () => {
    const { sign, identify, state } = await setUp()
    state.down = true
    expect(await identify(await sign())).toMatchObject({ status: 503, headers: { 'Retry-After': '10' } })
    state.down = false
    expect(await identify(await sign())).toMatchObject({ scopes: new Set(['read']) })
  })

  it('asks for the metadata once, and goes on with what it knows when it cannot be asked again', async () => {
    const { clock, requests, sign, identify, state } = await setUp()
    await Promise.all([identify(await sign()), identify(await sign())])
    expect(requests.length).toBe(2)
    clock.advance(61 * minute)
    state.down = true
    expect(await identify(await sign())).toMatchObject({ scopes: new Set(['read']) })
  })
})
