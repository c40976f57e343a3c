import { createSharedHandles, type SharedHandles, silentLogger } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import type { Findings } from '../find/findings.ts'
import type { FindRequest } from '../find/request.ts'
import { createTraceStore, type Trace } from './trace-store.ts'

function storeAt(
  time: { now: number },
  { limits = { maxKeep: 2, ttlSec: 10 }, shared }: { limits?: { maxKeep: number; ttlSec: number }; shared?: SharedHandles } = {},
) {
  let next = 0
  return createTraceStore(limits, { clock: { now: () => time.now }, newId: () => `id${next++}`, logger: silentLogger, shared })
}

const findings = (query: string) =>
  ({
    query,
    candidates: [],
    graph: { claims: [], evidences: [], edges: [] },
    explainer: () => () => ({}),
  }) as unknown as Findings
const trace = (query: string): Trace => ({ findings: findings(query), request: { query } as FindRequest })
const again = async ({ query }: FindRequest) => findings(`${query} again`)
const never = async () => {
  throw new Error('nobody searches again')
}
const NOT_FOUND = expect.objectContaining({ reason: 'not_found' })

describe('trace store', () => {
  it('forgets the oldest first when it is full', async () => {
    const store = storeAt({ now: 0 })
    const ids: string[] = []
    for (const query of ['a', 'b', 'c']) ids.push(await store.keep(trace(query)))
    await expect(store.get(ids[0]!, { search: never })).rejects.toThrowError(NOT_FOUND)
    for (const at of [1, 2]) expect((await store.get(ids[at]!, { search: never })).query).toBe('abc'[at])
  })

  it('shows a trace to who made it, and to nobody else', async () => {
    const store = storeAt({ now: 0 })
    const id = await store.keep(trace('a'), 'sub:x#mio')
    expect((await store.get(id, { principal: 'sub:x#mio', search: never })).query).toBe('a')
    for (const principal of ['sub:x#ana', undefined])
      await expect(store.get(id, { principal, search: never })).rejects.toThrowError(NOT_FOUND)
  })

  it('forgets a trace when its time is over', async () => {
    const time = { now: 0 }
    const store = storeAt(time)
    const id = await store.keep(trace('a'))
    time.now = 9_999
    expect((await store.get(id, { search: never })).query).toBe('a')
    time.now = 10_000
    await expect(store.get(id, { search: never })).rejects.toThrowError(NOT_FOUND)
  })

  it('makes again what another server has found, for who asked there', async () => {
    const time = { now: 0 }
    const shared = createSharedHandles({ now: () => time.now })
    const [one, two] = [storeAt(time, { shared }), storeAt(time, { shared })]
    const id = await one.keep(trace('a'), 'mio')
    expect((await two.get(id, { principal: 'mio', search: again })).query).toBe('a again')
    expect((await two.get(id, { principal: 'mio', search: never })).query).toBe('a again')
    await expect(two.get(id, { principal: 'ana', search: again })).rejects.toThrowError(NOT_FOUND)
  })
})
