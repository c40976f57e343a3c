import { fakeClock } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { issuerWithTokens } from './trial-issuer.ts'
import { call, rpc, startTrial } from './trial-server.ts'

const token = 'a-token-of-more-than-thirty-two-characters'
const write = call('change', { uri: 'trial://a' })

async function guarded(env: Readonly<Record<string, string>> = {}) {
  const { issuer, bearer } = await issuerWithTokens()
  const oauth = { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: 'shoko' }
  const trial = await startTrial({ env: { ...oauth, ...env }, clock: fakeClock(Date.now()) })
  return { trial, bearer, reader: await bearer({ sub: 'mio', scope: 'read' }), issuer }
}

describe('a token that may only read', () => {
  it.each([
    ['a byte order mark', `\u{feff}${JSON.stringify(write)}`, 400],
    ['a byte order mark before a batch', `\u{feff}${JSON.stringify([write])}`, 400],
    [
      'the key twice',
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call","params":{"name":"change","arguments":{"uri":"a"}}}`,
      403,
    ],
    [
      'a second name',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","name":"change","arguments":{"uri":"a"}}}`,
      403,
    ],
    [
      'an escaped name',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ch\\u0061nge","arguments":{"uri":"a"}}}`,
      403,
    ],
    [
      'an escaped method',
      `{"jsonrpc":"2.0","id":1,"method":"tools\\/call","params":{"name":"change","arguments":{"uri":"a"}}}`,
      403,
    ],
    ['a batch', JSON.stringify([rpc('ping'), write]), 403],
    ['a comment', `/**/${JSON.stringify(write)}`, 400],
    ['two messages', `${JSON.stringify(rpc('ping'))}${JSON.stringify(write)}`, 400],
    ['nothing', '', 400],
  ])('does not write with %s', async (_kind, body, status) => {
    const { trial, reader } = await guarded()
    expect((await trial.post(body, reader)).status).toBe(status)
    expect(trial.log.filter((line) => line.tool === 'change')).toEqual([])
  })

  it('does not write in another encoding', async () => {
    const { trial, reader } = await guarded()
    const text = JSON.stringify(write)
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const overlong = Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xc0, 0xaf]), Buffer.from('}')])
    for (const body of [utf16, Buffer.from(text, 'utf16le'), overlong]) {
      const headers = {
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json; charset=utf-16',
        ...reader,
      }
      expect((await fetch(trial.url, { method: 'POST', headers, body })).status).toBe(400)
    }
  })

  it('does not write inside a session that a wider token opened', async () => {
    const { trial, bearer, reader } = await guarded()
    const id = await trial.initialize(await bearer({ sub: 'mio', scope: 'write' }))
    expect((await trial.post(write, { ...reader, 'Mcp-Session-Id': id })).status).toBe(403)
  })
})

describe('a message', () => {
  it.each([
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 'more than 64 levels'],
    ['100,001 values', `[${'1,'.repeat(99_999)}1]`, 'more than 100000 values'],
  ])('is refused before it is parsed when it has %s', async (_kind, value, problem) => {
    const { post } = await startTrial()
    const answer = await post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${value}}}`)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { code: -32600, message: expect.stringContaining(problem) } },
    ])
  })
})

describe('a principal', () => {
  it('is no program of the same name', async () => {
    const { trial, bearer } = await guarded()
    const id = await trial.initialize(await bearer({ sub: 'mio', scope: 'read' }))
    const status = async (claims: Record<string, unknown>) =>
      (await trial.post(rpc('ping'), { 'Mcp-Session-Id': id, ...(await bearer({ ...claims, scope: 'read' })) })).status
    expect(await status({ client_id: 'mio' })).toBe(404)
    expect(await status({ azp: 'mio' })).toBe(404)
    expect(await status({ sub: 'mio', client_id: 'x' })).toBe(200)
  })

  it('stands in the line of every tool it called', async () => {
    const { trial, reader, issuer } = await guarded()
    await trial.post(call('echo', { text: 'a' }), reader)
    await trial.post(call('echo', {}), reader)
    expect(trial.log.filter((line) => line.tool === 'echo')).toMatchObject([
      { ok: true, principal: `sub:${issuer}#mio` },
      { ok: false, principal: `sub:${issuer}#mio` },
    ])
  })

  it('pays for every message of a batch', async () => {
    const { trial, reader } = await guarded({ HTTP_RATE_LIMIT: '10' })
    const batch = Array.from({ length: 8 }, (_, id) => rpc('ping', {}, id))
    expect((await trial.post(batch, reader)).status).toBe(200)
    expect((await trial.post(batch, reader)).status).toBe(429)
    expect((await trial.post(rpc('ping'), reader)).status).toBe(200)
    expect((await trial.post(rpc('ping'), reader)).status).toBe(429)
  })

  it('needs a scope to see the figures', async () => {
    const { trial, bearer, reader } = await guarded()
    const status = async (headers: Record<string, string>) => (await fetch(`${trial.origin}/metrics`, { headers })).status
    expect(await status(await bearer({ sub: 'mio', scope: 'profile' }))).toBe(403)
    expect(await status(reader)).toBe(200)
  })
})

describe('whoever is refused', () => {
  it('is a line in the log, without the token', async () => {
    const { post, log } = await startTrial({ env: { SHOKO_AUTH_TOKEN: token } })
    await post(rpc('ping'))
    await post(rpc('ping'), { Authorization: 'Bearer a-guess-that-is-wrong' })
    await post(rpc('ping'), { Authorization: 'Basic bWlvOng=' })
    const lines = log.filter((line) => line.event === 'http.refused')
    expect(lines).toMatchObject(Array(3).fill({ level: 'warn', status: 401, address: '127.0.0.1' }))
    expect(JSON.stringify(lines)).not.toContain('guess')
  })

  it('includes other users of this machine when there is no token', async () => {
    const ownUser = { owns: () => false }
    const { post, log, origin } = await startTrial({ app: { ownUser } })
    expect((await post(rpc('ping'))).status).toBe(403)
    expect((await fetch(`${origin}/metrics`)).status).toBe(403)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    expect(log.filter((line) => line.event === 'http.refused').length).toBe(2)
    const guarded = await startTrial({ env: { SHOKO_AUTH_TOKEN: token }, app: { ownUser } })
    expect((await guarded.post(rpc('ping'), { Authorization: `Bearer ${token}` })).status).toBe(200)
  })
})
