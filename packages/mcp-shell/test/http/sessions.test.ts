import { fakeClock } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { issuerWithTokens } from './trial-issuer.ts'
import { call, eventsOf, rpc, startTrial } from './trial-server.ts'

const session = (id: string) => ({ 'Mcp-Session-Id': id, 'Mcp-Protocol-Version': '2025-11-25' })
const token = 'a-token-of-more-than-thirty-two-characters'

describe('sessions', () => {
  it('belong to who opened them', async () => {
    const { issuer, tokenOf } = await issuerWithTokens()
    const trial = await startTrial({ env: { SHOKO_AUTH_TOKEN: token, OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: 'shoko' } })
    const [mio, ana] = [{ Authorization: `Bearer ${await tokenOf('mio')}` }, { Authorization: `Bearer ${await tokenOf('ana')}` }]
    const id = await trial.initialize(mio)
    const status = async (who: Record<string, string>) =>
      (await trial.post(call('echo', { text: 'a' }), { ...session(id), ...who })).status
    expect([await status(mio), await status(ana), await status({ Authorization: `Bearer ${token}` })]).toEqual([200, 404, 404])
    expect((await fetch(trial.url, { method: 'DELETE', headers: { ...session(id), ...ana } })).status).toBe(404)
    expect((await fetch(trial.url, { headers: { Accept: 'text/event-stream', ...session(id), ...ana } })).status).toBe(404)
    expect(await status({ Authorization: `Bearer ${await tokenOf('mio')}` })).toBe(200)
  })

  it('keep a token from doing what its scope does not allow', async () => {
    const { issuer, tokenOf } = await issuerWithTokens()
    const trial = await startTrial({ env: { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: 'shoko' } })
    const as = async (scope: string) => ({ Authorization: `Bearer ${await tokenOf('mio', scope)}` })
    const write = call('change', { uri: 'trial://a' })
    const refused = await trial.post(write, await as('read'))
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope"'),
    ])
    expect((await trial.post([rpc('ping'), write], await as('read'))).status).toBe(403)
    expect((await trial.post(write, await as('write'))).status).toBe(200)
    expect((await trial.post(call('echo', { text: 'a' }), await as('read'))).status).toBe(200)
    expect((await trial.post(rpc('tools/list'), await as('profile'))).status).toBe(403)
  })

  it('end their streams when the token does', async () => {
    const { issuer, tokenOf } = await issuerWithTokens()
    const trial = await startTrial({ env: { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: 'shoko' } })
    const short = { Authorization: `Bearer ${await tokenOf('mio', 'read', 1)}` }
    const id = await trial.initialize(short)
    const stream = await fetch(trial.url, { headers: { Accept: 'text/event-stream', ...session(id), ...short } })
    expect(await stream.text()).toBe('')
  })

  it('are bounded: one that only shook hands makes room before one that was worked with', async () => {
    const clock = fakeClock()
    const trial = await startTrial({ clock, app: { sessionLimits: { most: 3, idleMs: 60_000 } } })
    const open = async () => {
      clock.advance(1)
      return trial.initialize()
    }
    const worked = await open()
    for (let at = 0; at < 3; at++) await trial.post(call('echo', { text: 'a' }), session(worked))
    const opened = [await open(), await open(), await open(), await open()]
    const alive = await Promise.all([worked, ...opened].map(async (id) => (await trial.post(rpc('ping'), session(id))).status))
    expect(alive).toEqual([200, 404, 404, 200, 200])
  })

  it('are bounded also when many are opened at once', async () => {
    const trial = await startTrial({ app: { sessionLimits: { most: 5, idleMs: 60_000 } } })
    await Promise.all(Array.from({ length: 40 }, () => trial.initialize()))
    const page = await (await fetch(`${trial.origin}/metrics`)).text()
    expect(Number(/^shoko_http_sessions (\d+)$/m.exec(page)?.[1])).toBeLessThanOrEqual(5)
  })

  it('are bounded over all principals together', async () => {
    const { issuer, tokenOf } = await issuerWithTokens()
    const limits = { most: 5, total: 2, idleMs: 60_000 }
    const trial = await startTrial({ env: { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: 'shoko' }, app: { sessionLimits: limits } })
    const handshake = rpc('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    })
    const open = async (who: string) => (await trial.post(handshake, { Authorization: `Bearer ${await tokenOf(who)}` })).status
    expect([await open('mio'), await open('ana'), await open('eve')]).toEqual([200, 200, 503])
  })

  it('are not taken from who is using them', async () => {
    const trial = await startTrial({ app: { sessionLimits: { most: 1, idleMs: 60_000 } } })
    const id = await trial.initialize()
    const stream = await fetch(trial.url, { headers: { Accept: 'text/event-stream', ...session(id) } })
    const refused = await trial.post(
      rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'b', version: '1' } }),
    )
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect((await trial.post(rpc('ping'), session(id))).status).toBe(200)
    await stream.body?.cancel()
  })

  it('never see each other, however their calls are interleaved', async () => {
    const trial = await startTrial()
    const clients = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => ({ name: `client ${at}`, id: await trial.initialize(), said: [] as string[] })),
    )
    for (const { id, name } of clients) await trial.post(rpc('resources/subscribe', { uri: `trial://${name}` }), session(id))
    const streams = await Promise.all(
      clients.map(async ({ id }) =>
        eventsOf(await fetch(trial.url, { headers: { Accept: 'text/event-stream', ...session(id) } })),
      ),
    )
    await Promise.all(
      clients.map(async (client, at) => {
        for (let turn = 0; turn < 20; turn++) {
          client.said.push(`${client.name}, turn ${turn}`)
          const answer = (await (
            await trial.post(call('remember', { word: client.said.at(-1)! }, turn), session(client.id))
          ).json()) as { id: number; result: { structuredContent: { heard: string[] } } }
          expect([answer.id, answer.result.structuredContent.heard]).toEqual([turn, client.said])
        }
        await trial.post(call('change', { uri: `trial://${client.name}` }), session(client.id))
        expect((await streams[at]!.next()).value).toMatchObject({ data: { params: { uri: `trial://${client.name}` } } })
      }),
    )
  })
})
