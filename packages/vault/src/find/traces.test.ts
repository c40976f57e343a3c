import { randomIds } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import { TraceStore } from './traces.ts'

describe('TraceStore', () => {
  it('keeps the newest, for as long as they live, under 32 hex digits', () => {
    let now = 0
    const store = new TraceStore<string>({ clock: { now: () => now }, ids: randomIds, maxKeep: 2, ttlSec: 10 })
    const first = store.add('first')
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    now = 5000
    const second = store.add('second')
    expect([store.get(first), store.get(second)]).toEqual(['first', 'second'])
    const third = store.add('third')
    expect([store.get(first), store.get(second), store.get(third)]).toEqual([undefined, 'second', 'third'])
    now = 15_000
    expect([store.get(second), store.get('0'.repeat(32))]).toEqual([undefined, undefined])
  })
})
