import { describe, expect, it } from 'vitest'
import type { Findings } from '../find/findings.ts'
import { createTraceStore } from './trace-store.ts'

function storeAt(time: { now: number }, limits = { maxKeep: 2, ttlSec: 10 }) {
  let next = 0
  return createTraceStore(limits, { clock: { now: () => time.now }, newId: () => `id${next++}` })
}

const findings = (query: string) =>
  ({ query, candidates: [], graph: { claims: [], evidences: [], edges: [] } }) as unknown as Findings

describe('trace store', () => {
  it('forgets the oldest first when it is full', () => {
    const store = storeAt({ now: 0 })
    const [a, b, c] = ['a', 'b', 'c'].map((query) => store.keep(findings(query)))
    expect(() => store.get(a!)).toThrowError(expect.objectContaining({ reason: 'not_found' }))
    expect([store.get(b!).query, store.get(c!).query]).toEqual(['b', 'c'])
  })

  it('shows a trace to who made it, and to nobody else', () => {
    const store = storeAt({ now: 0 })
    const id = store.keep(findings('a'), 'sub:x#mio')
    expect(store.get(id, 'sub:x#mio').query).toBe('a')
    for (const other of ['sub:x#ana', undefined])
      expect(() => store.get(id, other)).toThrowError(expect.objectContaining({ reason: 'not_found' }))
  })

  it('forgets a trace when its time is over', () => {
    const time = { now: 0 }
    const store = storeAt(time)
    const id = store.keep(findings('a'))
    time.now = 9_999
    expect(store.get(id).query).toBe('a')
    time.now = 10_000
    expect(() => store.get(id)).toThrowError(expect.objectContaining({ reason: 'not_found' }))
  })
})
