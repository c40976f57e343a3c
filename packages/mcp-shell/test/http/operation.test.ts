import { fakeClock } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { call, modernCall, modernHeaders, rpc, startTrial, until } from './trial-server.ts'

const token = 'a-token-of-more-than-thirty-two-characters'
const bearer = { Authorization: `Bearer ${token}` }

describe('/readyz', () => {
  it('is false while an index is built for the first time', async () => {
    const { origin, runtime } = await startTrial()
    const ready = async () => {
      const answer = await fetch(`${origin}/readyz`)
      return [answer.status, await answer.json()]
    }
    expect(await ready()).toEqual([200, { status: 'ready' }])
    runtime.indexes.report({ name: 'notes', building: true, entries: 0 })
    expect(await ready()).toEqual([503, { status: 'indexing', building: ['notes'] }])
    runtime.indexes.report({ name: 'notes', building: false, entries: 12 })
    expect(await ready()).toEqual([200, { status: 'ready' }])
  })
})

describe('/metrics', () => {
  it('needs the token', async () => {
    const { origin } = await startTrial({ env: { SHOKO_AUTH_TOKEN: token } })
    expect((await fetch(`${origin}/metrics`)).status).toBe(401)
    expect((await fetch(`${origin}/metrics`, { headers: bearer })).status).toBe(200)
  })

  it('counts calls, errors by code, time, sessions, indexes and the delay of the event loop', async () => {
    const { origin, post, initialize, runtime } = await startTrial()
    await post(call('echo', { text: 'a' }))
    await post(call('echo', { text: 'a' }))
    await post(call('echo', {}))
    await post(call('bug', {}))
    await initialize()
    runtime.indexes.report({ name: 'notes', building: false, entries: 12 })
    const page = await (await fetch(`${origin}/metrics`)).text()
    for (const line of [
      'shoko_tool_calls_total{tool="echo",code="ok"} 2',
      'shoko_tool_calls_total{tool="echo",code="invalid_parameter"} 1',
      'shoko_tool_calls_total{tool="bug",code="internal"} 1',
      'shoko_tool_call_duration_seconds_count{tool="echo"} 3',
      'shoko_http_sessions 1',
      'shoko_index_entries{index="notes"} 12',
    ])
      expect(page.split('\n')).toContain(line)
    expect(page).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(page).toMatch(/^shoko_http_requests_total\{method="POST",status="200"\} 5$/m)
  })
})

describe('the log', () => {
  it('tells the lines of one request from those of another', async () => {
    const { post, log } = await startTrial()
    await Promise.all(['req-a', 'req-b'].map((id) => post(call('echo', { text: id }), { 'X-Request-Id': id })))
    const lines = log.filter((line) => line.tool === 'echo').map((line) => line.request_id)
    expect(lines.sort()).toEqual(['req-a', 'req-b'])
  })

  it('gives a request an id of its own when it brings none that can be logged', async () => {
    const { post } = await startTrial()
    const ids = await Promise.all(
      [{}, { 'X-Request-Id': 'x'.repeat(65) }, { 'X-Request-Id': 'a b' }].map(async (headers) =>
        (await post(rpc('ping'), headers)).headers.get('x-request-id'),
      ),
    )
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(3)
    expect((await post(rpc('ping'), { 'X-Request-Id': 'given-1' })).headers.get('x-request-id')).toBe('given-1')
  })
})

describe('the rate limit', () => {
  it('counts each bearer alone, and those without a token together', async () => {
    const { post } = await startTrial({ env: { SHOKO_AUTH_TOKEN: token, HTTP_RATE_LIMIT: '2' }, clock: fakeClock() })
    const statuses = async (headers: Record<string, string>) => [
      (await post(rpc('ping'), headers)).status,
      (await post(rpc('ping'), headers)).status,
      (await post(rpc('ping'), headers)).status,
    ]
    expect(await statuses({ Authorization: 'Bearer wrong' })).toEqual([401, 401, 429])
    expect(await statuses(bearer)).toEqual([200, 200, 429])
  })
})

describe('CORS', () => {
  it('lets a page of a configured origin ask and read, and no other', async () => {
    const { url, post } = await startTrial({ env: { HTTP_ALLOWED_ORIGINS: 'https://app.example' } })
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example'])
    const asked = await post(rpc('ping'), { Origin: 'https://app.example' })
    expect([asked.status, asked.headers.get('access-control-expose-headers')]).toEqual([
      200,
      'Mcp-Session-Id, WWW-Authenticate, Retry-After, X-Request-Id',
    ])
    expect((await fetch(url, { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } })).status).toBe(403)
  })
})

describe('a method that means nothing here', () => {
  it.each(['PUT', 'PATCH', 'HEAD'])('is answered with 405: %s', async (method) => {
    const { url } = await startTrial()
    const answer = await fetch(url, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE'])
  })
})

describe('the order to stop', () => {
  it('answers what is under way, in every kind of exchange, and takes nothing new', async () => {
    const { post, initialize, app, events, origin } = await startTrial()
    const id = await initialize()
    const slow = { steps: 1, ms: 1500 } // longer than a turn: the third begins beside the first two
    const underWay = [
      post(call('slow', slow)),
      post(call('slow', slow), { 'Mcp-Session-Id': id }),
      post(modernCall('slow', slow), modernHeaders('slow')),
    ]
    await until(() => events.length === 3)
    const drained = app.drain(5000)
    expect((await post(call('echo', { text: 'late' }))).status).toBe(503)
    expect((await fetch(`${origin}/readyz`)).status).toBe(503)
    for (const answer of await Promise.all(underWay))
      expect(await answer.json()).toMatchObject({ result: { structuredContent: { steps: 1 } } })
    await drained
  })

  it('ends the streams, and does not wait for ever', async () => {
    const { post, initialize, app, url, events } = await startTrial()
    const id = await initialize()
    const stream = await fetch(url, { headers: { Accept: 'text/event-stream', 'Mcp-Session-Id': id } })
    const never = post(call('slow', { steps: 1, ms: 60_000 })).then(
      (answer) => answer.text(),
      () => 'cut',
    )
    await until(() => events.length === 1)
    await app.drain(50)
    expect(await stream.text()).toBe('')
    void never
  })
})
