import { describe, expect, it } from 'vitest'
import { call, eventsOf, modernCall, modernHeaders, rpc, startTrial, until } from './trial-server.ts'

const session = (id: string) => ({ 'Mcp-Session-Id': id, 'Mcp-Protocol-Version': '2025-11-25' })
const type = (response: Response) => response.headers.get('content-type')

describe('an answer', () => {
  it('is plain JSON in both eras, with a session and without', async () => {
    const trial = await startTrial()
    const id = await trial.initialize()
    const answers = await Promise.all([
      trial.post(modernCall('echo', { text: '日本' }), modernHeaders('echo')),
      trial.post(call('echo', { text: '日本' })),
      trial.post(call('echo', { text: '日本' }), session(id)),
    ])
    for (const answer of answers) {
      expect([answer.status, type(answer)]).toEqual([200, 'application/json'])
      expect(await answer.json()).toMatchObject({ id: 1, result: { structuredContent: { text: '日本' } } })
    }
  })

  it('comes whole when it is far larger than a buffer', async () => {
    const trial = await startTrial()
    const id = await trial.initialize()
    for (const headers of [{}, session(id)]) {
      const { result } = (await (await trial.post(call('echo', { text: 'été😀', times: 300_001 }), headers)).json()) as {
        result: { structuredContent: { text: string } }
      }
      expect(result.structuredContent.text === 'été😀'.repeat(300_001)).toBe(true)
    }
  })

  it('comes for every message of a batch', async () => {
    const trial = await startTrial()
    const answer = await trial.post([call('echo', { text: 'a' }, 1), call('echo', { text: 'b' }, 2)])
    const ids: unknown[] = []
    for await (const { data } of eventsOf(answer)) ids.push(data?.id)
    expect(ids.sort()).toEqual([1, 2])
  })

  it('becomes a stream after a while of silence, so that proxies do not give up', async () => {
    const trial = await startTrial({
      app: { deliveryLimits: { bufferedBytes: 1024, momentMs: 1000, stalledMs: 1000, silentMs: 30 } },
    })
    const id = await trial.initialize()
    const answer = await trial.post(call('slow', { steps: 1, ms: 150 }), session(id))
    expect(type(answer)).toBe('text/event-stream')
    expect(trial.events).toEqual(['slow began'])
    const seen: unknown[] = []
    for await (const { data } of eventsOf(answer)) if (data !== undefined) seen.push(data)
    expect(seen).toMatchObject([{ id: 1, result: { structuredContent: { steps: 1 } } }])
  })
})

describe('progress', () => {
  it.each(['modern', 'session', 'stateless'])('reaches a %s client before the answer', async (kind) => {
    const trial = await startTrial()
    const headers = kind === 'modern' ? modernHeaders('slow') : kind === 'session' ? session(await trial.initialize()) : {}
    const message =
      kind === 'modern'
        ? modernCall('slow', { steps: 3, ms: 1 }, { progressToken: 'p' })
        : rpc('tools/call', { name: 'slow', arguments: { steps: 3, ms: 1 }, _meta: { progressToken: 'p' } })
    const answer = await trial.post(message, headers)
    expect(type(answer)).toBe('text/event-stream')
    const seen: unknown[] = []
    for await (const { data } of eventsOf(answer))
      if (data !== undefined) seen.push((data.params as { progress: number } | undefined)?.progress ?? data.id)
    expect(seen).toEqual([1, 2, 3, 1])
  })
})

describe('cancellation', () => {
  it.each(['modern', 'stateless'])('follows when a %s client hangs up', async (kind) => {
    const trial = await startTrial()
    const abort = new AbortController()
    const body = kind === 'modern' ? modernCall('slow', { steps: 1, ms: 60_000 }) : call('slow', { steps: 1, ms: 60_000 })
    const headers = {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...(kind === 'modern' ? modernHeaders('slow') : {}),
    }
    const asked = fetch(trial.url, { method: 'POST', headers, body: JSON.stringify(body), signal: abort.signal }).catch(
      () => 'gone',
    )
    await until(() => trial.events.length === 1)
    abort.abort()
    await asked
    await until(() => trial.events.length === 2)
    expect(trial.events).toEqual(['slow began', 'slow was cancelled'])
  })

  it('is told by a notification in a session, and ends the request that was waiting', async () => {
    const trial = await startTrial()
    const id = await trial.initialize()
    const asked = trial.post(call('slow', { steps: 1, ms: 60_000 }, 7), session(id))
    await until(() => trial.events.length === 1)
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }
    expect((await trial.post(cancel, session(id))).status).toBe(202)
    for await (const { data } of eventsOf(await asked)) expect(data).toBeUndefined()
    expect(trial.events).toEqual(['slow began', 'slow was cancelled'])
  })

  it('does not follow from a broken connection in a session: the answer waits to be fetched', async () => {
    const trial = await startTrial()
    const id = await trial.initialize()
    const abort = new AbortController()
    const message = rpc('tools/call', { name: 'slow', arguments: { steps: 4, ms: 30 }, _meta: { progressToken: 'p' } }, 9)
    const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json', ...session(id) }
    const first = await fetch(trial.url, { method: 'POST', headers, body: JSON.stringify(message), signal: abort.signal })
    let last: string | undefined
    for await (const event of eventsOf(first)) {
      last = event.id
      if (event.data !== undefined) break
    }
    abort.abort()
    await until(() => trial.events.includes('slow ended'))
    const rest: unknown[] = []
    for await (const { data } of eventsOf(await fetch(trial.url, { headers: { ...headers, 'Last-Event-ID': last! } })))
      rest.push((data?.params as { progress: number } | undefined)?.progress ?? data?.id)
    expect(rest).toEqual([2, 3, 4, 9])
  })
})

describe('pushed changes', () => {
  it('reach the session that subscribed, on its stream, and no other', async () => {
    const trial = await startTrial()
    const [a, b] = [await trial.initialize(), await trial.initialize()]
    await trial.post(rpc('resources/subscribe', { uri: 'trial://a' }), session(a))
    const open = (id: string) => fetch(trial.url, { headers: { Accept: 'text/event-stream', ...session(id) } })
    const [mine, theirs] = [eventsOf(await open(a)), eventsOf(await open(b))]
    await trial.post(rpc('resources/subscribe', { uri: 'trial://b' }), session(b))
    await trial.post(call('change', { uri: 'trial://a' }), session(b))
    await trial.post(call('change', { uri: 'trial://b' }), session(a))
    expect((await mine.next()).value).toMatchObject({
      data: { method: 'notifications/resources/updated', params: { uri: 'trial://a' } },
    })
    expect((await theirs.next()).value).toMatchObject({ data: { params: { uri: 'trial://b' } } })
  })

  it('reach a listener of the new era', async () => {
    const trial = await startTrial()
    const listen = { ...modernCall('x', {}), method: 'subscriptions/listen' }
    Object.assign(listen.params, { notifications: { resourceSubscriptions: ['trial://a'] } })
    const stream = eventsOf(
      await trial.post(listen, { 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' }),
    )
    expect((await stream.next()).value).toMatchObject({ data: { method: 'notifications/subscriptions/acknowledged' } })
    await trial.post(call('change', { uri: 'trial://other' }))
    await trial.post(call('change', { uri: 'trial://a' }))
    expect((await stream.next()).value).toMatchObject({
      data: { method: 'notifications/resources/updated', params: { uri: 'trial://a' } },
    })
  })
})

describe('a bug', () => {
  it('stays with the request that met it', async () => {
    const trial = await startTrial()
    const id = await trial.initialize()
    const [failed, fine] = await Promise.all([
      trial.post(call('bug', {}, 1), session(id)),
      trial.post(call('echo', { text: 'a' }, 2), session(id)),
    ])
    expect(await failed.text()).not.toContain('secret')
    expect(await fine.json()).toMatchObject({ result: { structuredContent: { text: 'a' } } })
  })
})
