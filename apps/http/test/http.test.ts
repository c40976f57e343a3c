import { request } from 'node:http'
import { connect as connectSocket } from 'node:net'
import {
  type Answer,
  connect,
  type DemoWorkspace,
  demoWorkspace,
  type HttpProcess,
  httpMain,
  runProgram,
  startHttp,
} from '@shoko/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const token = 'a-token-of-more-than-thirty-two-characters'
const accept = {
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
  Authorization: `Bearer ${token}`,
}
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

let workspace: DemoWorkspace
let server: HttpProcess
beforeAll(async () => {
  workspace = demoWorkspace()
  server = await startHttp({ ...workspace.env, SHOKO_AUTH_TOKEN: token, HTTP_ALLOWED_ORIGINS: 'https://app.example' })
})
afterAll(async () => {
  await server.stop()
  workspace.remove()
})

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(server.url, {
    method: 'POST',
    headers: { ...accept, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** fetch sets the Host header itself; a plain request sends what it is told. */
function statusWithHost(host: string): Promise<number | undefined> {
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    request({ port, path: '/healthz', headers: { Host: host } }, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end()
  })
}

describe('the HTTP server', () => {
  it('says that it is healthy and ready without a token', async () => {
    expect(await (await fetch(`${server.origin}/healthz`)).json()).toMatchObject({ status: 'ok', name: 'shoko' })
    await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status, { timeout: 20_000 }).toBe(200)
  })

  it('answers 401 with WWW-Authenticate without the token or with another one', async () => {
    const without = await fetch(server.url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="shoko"'])
    expect((await post(initialize, { Authorization: `Bearer ${token.toUpperCase()}` })).status).toBe(401)
  })

  it('answers 403 to a foreign Host and a foreign Origin', async () => {
    expect(await statusWithHost('evil.example')).toBe(403)
    expect(await statusWithHost('localhost')).toBe(200)
    expect((await post(initialize, { Origin: 'https://evil.example' })).status).toBe(403)
  })

  it('lets a page of an allowed origin in', async () => {
    const preflight = await fetch(server.url, {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example'])
  })

  it('answers 413 to a body over 4 MiB and goes on', async () => {
    const status = await post(`{"x":"${'y'.repeat(4 * 1024 * 1024)}"}`).then(
      (response) => response.status,
      () => 'cut',
    )
    expect([413, 'cut']).toContain(status)
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  })

  it('answers 404 elsewhere, 400 to what is no JSON, 404 to an unknown session', async () => {
    expect((await fetch(`${server.origin}/nowhere`, { headers: accept })).status).toBe(404)
    expect((await post('not json')).status).toBe(400)
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { 'Mcp-Session-Id': 'nobody' })).status).toBe(404)
  })

  it('answers in plain JSON when nothing is streamed, with a session and without', async () => {
    const opened = await post(initialize)
    const session = opened.headers.get('mcp-session-id')
    expect(session).toMatch(/^[0-9a-f-]{36}$/)
    expect(opened.headers.get('content-type')).toBe('application/json')
    const listed = await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'Mcp-Session-Id': session! })
    expect(listed.headers.get('content-type')).toBe('application/json')
    const alone = await post({ jsonrpc: '2.0', id: 3, method: 'tools/list' })
    expect([alone.status, alone.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await alone.json()).toMatchObject({ id: 3, result: { tools: expect.any(Array) } })
  })

  it('ends a session on DELETE', async () => {
    const session = (await post(initialize)).headers.get('mcp-session-id')!
    expect((await fetch(server.url, { method: 'DELETE', headers: { ...accept, 'Mcp-Session-Id': session } })).status).toBe(200)
    expect((await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'Mcp-Session-Id': session })).status).toBe(404)
  })

  it('keeps what each session scanned to itself', async () => {
    const target = { transport: 'http', url: server.url, token } as const
    const [a, b] = await Promise.all([connect(target, 'v1'), connect(target, 'v2-legacy')])
    const cited = (answer: Answer) =>
      answer.ok ? (answer.output.next_actions as { params: { cited_ranges: unknown } }[])[0]?.params.cited_ranges : answer
    await a.call('vault_create', { path: 'sessions/x.md', content: 'one\ntwo\nthree\n' })
    await a.call('vault_scan', { path: 'sessions/x.md', chunk_lines: 1 })
    expect(cited(await b.call('vault_scan', { path: 'sessions/x.md', cursor: { start_line: 3 } }))).toEqual([
      { start_line: 3, end_line: 3 },
    ])
    expect(cited(await a.call('vault_scan', { path: 'sessions/x.md', cursor: { start_line: 3 } }))).toEqual([
      { start_line: 1, end_line: 1 },
      { start_line: 3, end_line: 3 },
    ])
    await Promise.all([a.close(), b.close()])
  })

  it('survives a client that hangs up in the middle of a request', async () => {
    const { port } = new URL(server.url)
    const socket = connectSocket(Number(port))
    socket.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Length: 1000\r\n\r\n{"json`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  })
})

describe('starting and stopping', () => {
  it('refuses another host than loopback without a token', async () => {
    const { code, stderr } = await runProgram(httpMain, { env: { HTTP_HOST: '0.0.0.0', HTTP_PORT: '0' } })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'HTTP_HOST: needs SHOKO_AUTH_TOKEN or OAUTH_ISSUER when it is not loopback (got "0.0.0.0")\n',
    })
  })

  it('warns of a token on the command line, without showing it', async () => {
    const words = 'a-token-of-more-than-thirty-two-characters'
    const args = ['--shoko-auth-token', words, '--http-port', new URL(server.url).port]
    const { stderr } = await runProgram(httpMain, { args })
    expect(stderr).toMatch(/^SHOKO_AUTH_TOKEN: every user of this machine can read a command line/m)
    expect(stderr).not.toContain(words)
  })

  it('says which port is taken', async () => {
    const { code, stderr } = await runProgram(httpMain, { env: { HTTP_PORT: new URL(server.url).port } })
    expect(code).toBe(2)
    expect(stderr).toContain('the port is in use')
  })

  it('drains on SIGTERM and exits with 0, open streams or not', async () => {
    const other = await startHttp(workspace.env)
    const client = await connect({ transport: 'http', url: other.url }, 'v1')
    expect(await other.stop('SIGTERM')).toBe(0)
    await client.close()
  })

  it('limits the rate of each caller when told to', async () => {
    const limited = await startHttp({ ...workspace.env, HTTP_RATE_LIMIT: '2' })
    const ask = () =>
      fetch(limited.url, {
        method: 'POST',
        headers: accept,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    await limited.stop()
  })
})
