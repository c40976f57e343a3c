import { fakeClock } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import type { HttpAppOptions } from '../../src/http/http-app.ts'
import { QUOTA_LIMITS } from '../../src/http/quotas.ts'
import { issuerWithTokens } from './trial-issuer.ts'
import { call, modernCall, rpc, startTrial, until } from './trial-server.ts'

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

describe('a URI, a name, an argument', () => {
  it.each([
    ['resources/read', { uri: `trial://${'/'.repeat(2048)}` }],
    [
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 'trial://a' }, argument: { name: 'a', value: 'x'.repeat(4097) } },
    ],
    ['tools/call', { name: 'x'.repeat(513), arguments: {} }],
    ['tools/call', { name: 'echo', arguments: { word: 'x'.repeat(513) } }],
  ])('is refused by %s when it is too long', async (method, params) => {
    const { post } = await startTrial()
    const text = await (await post(rpc(method, params))).text()
    expect(text).toMatch(/too long: at most \d+ characters/)
    expect(text.length).toBeLessThan(400)
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

describe('one principal doing its worst', () => {
  const session = (id: string) => ({ 'Mcp-Session-Id': id, 'Mcp-Protocol-Version': '2025-11-25' })
  const handshake = rpc('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  })

  async function neighbours(app: Omit<HttpAppOptions, 'telemetry'>) {
    const { issuer, bearer } = await issuerWithTokens()
    const trial = await startTrial({ env: { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: 'shoko' }, app })
    return { trial, mio: await bearer({ sub: 'mio', scope: 'write' }), ana: await bearer({ sub: 'ana', scope: 'write' }) }
  }

  it('loses sessions of its own, and nobody else does', async () => {
    const { trial, mio, ana } = await neighbours({ sessionLimits: { most: 3, idleMs: 60_000 } })
    const mine = await trial.initialize(mio)
    for (let at = 0; at < 12; at++) expect((await trial.post(handshake, ana)).status).toBe(200)
    expect((await trial.post(rpc('ping'), { ...mio, ...session(mine) })).status).toBe(200)
    const page = await (await fetch(`${trial.origin}/metrics`, { headers: mio })).text()
    expect(Number(/^shoko_http_sessions (\d+)$/m.exec(page)?.[1])).toBeLessThanOrEqual(4)
  })

  it('gets no more streams, and others do', async () => {
    const { trial, mio, ana } = await neighbours({ quotaLimits: { ...QUOTA_LIMITS, streams: 2 } })
    const open = async (who: Record<string, string>) =>
      fetch(trial.url, { headers: { Accept: 'text/event-stream', ...session(await trial.initialize(who)), ...who } })
    const streams = [await open(ana), await open(ana), await open(ana), await open(mio)]
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 429, 200])
    await streams[0]!.body?.cancel()
    await expect.poll(async () => (await open(ana)).status).toBe(200)
  })

  it('gets no more subscriptions over all its sessions, by number and by bytes, until it ends some', async () => {
    const { trial, mio, ana } = await neighbours({ quotaLimits: { ...QUOTA_LIMITS, subscriptions: 3, subscriptionBytes: 100 } })
    const [one, two] = [await trial.initialize(ana), await trial.initialize(ana)]
    const subscribe = async (id: string, uri: string, who = ana) => {
      const answer = await trial.post(rpc('resources/subscribe', { uri }), { ...who, ...session(id) })
      return 'error' in ((await answer.json()) as object) ? 'refused' : 'subscribed'
    }
    expect(await subscribe(one, `trial://${'x'.repeat(95)}`)).toBe('refused')
    expect([await subscribe(one, 'trial://a'), await subscribe(one, 'trial://a'), await subscribe(two, 'trial://b')]).toEqual(
      Array(3).fill('subscribed'),
    )
    expect([await subscribe(two, 'trial://c'), await subscribe(two, 'trial://d')]).toEqual(['subscribed', 'refused'])
    expect(await subscribe(await trial.initialize(mio), 'trial://d', mio)).toBe('subscribed')
    await fetch(trial.url, { method: 'DELETE', headers: { ...ana, ...session(one) } })
    expect(await subscribe(two, 'trial://d')).toBe('subscribed')
  })

  it('cannot listen to more than it may subscribe to', async () => {
    const { trial, ana } = await neighbours({ quotaLimits: { ...QUOTA_LIMITS, subscriptions: 3 } })
    const listen = (uris: readonly string[]) => {
      const body = { ...modernCall('x', {}), method: 'subscriptions/listen' }
      Object.assign(body.params, { notifications: { resourceSubscriptions: uris } })
      return trial.post(body, { ...ana, 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' })
    }
    expect(await (await listen(['trial://a', 'trial://b', 'trial://c', 'trial://d'])).json()).toMatchObject({
      error: { code: -32602 },
    })
    expect(await (await listen([`trial://${'x'.repeat(2048)}`])).json()).toMatchObject({ error: { code: -32602 } })
    const stream = await listen(['trial://a', 'trial://b', 'trial://c'])
    expect(await (await listen(['trial://a'])).json()).toMatchObject({ error: { code: -32602 } })
    await stream.body?.cancel()
  })

  it('has its batch served a few calls at a time', async () => {
    const { trial, mio, ana } = await neighbours({})
    const batch = Array.from({ length: 60 }, (_, id) => call('slow', { steps: 1, ms: 20 }, id))
    const worst = trial.post(batch, ana)
    await until(() => trial.events.length > 0)
    expect((await trial.post(call('echo', { text: 'a' }), mio)).status).toBe(200)
    expect(trial.events.filter((event) => event === 'slow began').length).toBeLessThan(40)
    await (await worst).text()
    expect(trial.events.filter((event) => event === 'slow ended').length).toBe(60)
  })
})

describe('a space among several', () => {
  const inNotes = async (claims: Readonly<Record<string, unknown>>, body: object, env = {}) => {
    const { issuer, bearer } = await issuerWithTokens()
    const oauth = { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: 'shoko', ...env }
    const trial = await startTrial({ env: oauth, clock: fakeClock(Date.now()), app: { space: 'notes' } })
    return (await trial.post(body, await bearer({ sub: 'mio', scope: 'write', ...claims }))).status
  }
  const read = call('echo', { text: 'a' })

  it('is open to a token that names it, as far as it names it', async () => {
    expect(await inNotes({ spaces: ['other', 'notes'] }, write)).toBe(200)
    expect(await inNotes({ spaces: 'notes:read' }, read)).toBe(200)
    expect(await inNotes({ spaces: 'notes:read' }, write)).toBe(403)
  })

  it('is closed to a token that names others, or none', async () => {
    expect(await inNotes({ spaces: 'other' }, read)).toBe(403)
    expect(await inNotes({ spaces: 7 }, read)).toBe(403)
    expect(await inNotes({}, read)).toBe(403)
  })

  it('is what a token without the claim may use, where it is the server’s own', async () => {
    expect(await inNotes({}, write, { SHOKO_SPACE: 'notes' })).toBe(200)
  })

  it('is named by the claim of the settings', async () => {
    expect(await inNotes({ groups: ['notes'], spaces: [] }, write, { SHOKO_SPACES_CLAIM: 'groups' })).toBe(200)
  })
})
