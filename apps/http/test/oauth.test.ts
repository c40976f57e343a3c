import { Client, type OAuthClientProvider, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { type DemoWorkspace, demoWorkspace, type HttpProcess, startHttp } from '@shoko/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthorizationServer, startAuthorizationServer } from './oauth/authorization-server.ts'
import { logInAndAgree } from './oauth/browser.ts'

let authority: AuthorizationServer
let workspace: DemoWorkspace
let server: HttpProcess
beforeAll(async () => {
  authority = await startAuthorizationServer('shoko')
  workspace = demoWorkspace()
  server = await startHttp({ ...workspace.env, OAUTH_ISSUER: authority.issuer, OAUTH_AUDIENCE: 'shoko' })
})
afterAll(async () => {
  await server.stop()
  authority.stop()
  workspace.remove()
})

/** A client that knows nothing but the server's URL, and keeps in memory what it learns. */
function newcomer() {
  const kept: {
    information?: object
    discovery?: object
    tokens?: { access_token: string; scope?: string | undefined }
    verifier?: string
    asked?: URL
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:9/callback',
    clientMetadata: {
      client_name: 'A test',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1:9/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.information as never,
    saveClientInformation: (information) => void Object.assign(kept, { information }),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    discoveryState: () => kept.discovery as never,
    saveDiscoveryState: (discovery) => void Object.assign(kept, { discovery }),
    redirectToAuthorization: (url) => void Object.assign(kept, { asked: url }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier!,
  }
  const transport = () => new StreamableHTTPClientTransport(new URL(server.url), { authProvider: provider })
  const agree = async (with_: StreamableHTTPClientTransport) => with_.finishAuth(await logInAndAgree(kept.asked!, 'mio'))
  return { kept, transport, agree }
}

async function connectThroughLogIn(mode: 'legacy' | { readonly pin: string }) {
  const { kept, transport, agree } = newcomer()
  const client = () => new Client({ name: 'oauth-test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const first = transport()
  await expect(client().connect(first)).rejects.toThrow(UnauthorizedError)
  await agree(first)
  const [connected, through] = [client(), transport()]
  await connected.connect(through)
  return { kept, client: connected, transport: through, agree }
}

const note = (path: string) => ({ name: 'vault_create', arguments: { path, content: 'hello\n' } })

describe('OAuth', () => {
  it.each([['legacy' as const], [{ pin: '2026-07-28' }]])(
    'takes a client that knows only the URL through discovery, registration and log-in: %j',
    async (mode) => {
      const { kept, client } = await connectThroughLogIn(mode)
      expect(kept.asked?.searchParams.get('resource')).toBe(server.url)
      expect(kept.tokens?.scope).toBe('read write')
      expect((await client.listTools()).tools.length).toBeGreaterThan(5)
      expect(await client.callTool(note(`oauth/${typeof mode}.md`))).not.toMatchObject({ isError: true })
      await client.close()
    },
  )

  it('lets a reading token read, and sends it back for more when it wants to write', async () => {
    authority.allow('read')
    const { kept, client, transport, agree } = await connectThroughLogIn('legacy')
    expect(kept.tokens?.scope).toBe('read')
    expect(await client.callTool({ name: 'vault_read', arguments: { path: 'README.md', full: true } })).not.toMatchObject({
      isError: true,
    })
    authority.allow('read write')
    await expect(client.callTool(note('oauth/step-up.md'))).rejects.toThrow(UnauthorizedError)
    expect(kept.asked?.searchParams.get('scope')?.split(' ').sort()).toEqual(expect.arrayContaining(['read', 'write']))
    await agree(transport)
    expect(await client.callTool(note('oauth/step-up.md'))).not.toMatchObject({ isError: true })
    await client.close()
  })

  it('has a token that is no longer good renewed without asking the user', async () => {
    const { kept, client } = await connectThroughLogIn('legacy')
    const spoilt = `${kept.tokens!.access_token.slice(0, -4)}AAAA`
    kept.tokens = { ...kept.tokens!, access_token: spoilt }
    delete kept.asked
    expect((await client.listTools()).tools.length).toBeGreaterThan(5)
    expect(kept.tokens.access_token).not.toBe(spoilt)
    expect(kept.asked).toBeUndefined()
    await client.close()
  })

  it('publishes where tokens come from, at both places, and says so in the challenge', async () => {
    const expected = { resource: server.url, authorization_servers: [authority.issuer], scopes_supported: ['read', 'write'] }
    for (const path of ['', '/mcp'])
      expect(await (await fetch(`${server.origin}/.well-known/oauth-protected-resource${path}`)).json()).toMatchObject(expected)
    const refused = await fetch(server.url, { method: 'POST', body: '{}' })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="shoko", resource_metadata="${server.origin}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
    ])
  })

  it('keeps the figures for those with a token, and health for all', async () => {
    const { kept, client } = await connectThroughLogIn('legacy')
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(401)
    expect(
      (await fetch(`${server.origin}/metrics`, { headers: { Authorization: `Bearer ${kept.tokens!.access_token}` } })).status,
    ).toBe(200)
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    await client.close()
  })
})
