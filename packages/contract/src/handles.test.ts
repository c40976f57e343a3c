import { describe, expect, it } from 'vitest'
import { createHandleStore } from './handles.ts'

function storeAt(time: { now: number }, limits = { maxKeep: 2, ttlSec: 10, maxBytes: 100 }) {
  let next = 0
  const ports = { clock: { now: () => time.now }, newId: () => `id${next++}`, bytesOf: (value: string) => value.length }
  return createHandleStore<string>(limits, ports)
}

describe('a store of handles', () => {
  it('forgets the oldest first when it is full', () => {
    const store = storeAt({ now: 0 })
    const ids = ['a', 'b', 'c'].map((value) => store.keep(value))
    expect(ids.map((id) => store.get(id))).toEqual([undefined, 'b', 'c'])
  })

  it('forgets a value when its time is over', () => {
    const time = { now: 0 }
    const store = storeAt(time)
    const id = store.keep('a')
    time.now = 9_999
    expect(store.get(id)).toBe('a')
    time.now = 10_000
    expect(store.get(id)).toBeUndefined()
  })

  it('gives a value to who put it there, and to nobody else', () => {
    const store = storeAt({ now: 0 })
    const id = store.keep('a', 'sub:x#mio')
    expect([store.get(id, 'sub:x#mio'), store.get(id, 'client:x#mio'), store.get(id)]).toEqual(['a', undefined, undefined])
  })

  it('never pushes out what is another owner’s', () => {
    const store = storeAt({ now: 0 })
    const mine = store.keep('a', 'mio')
    for (let at = 0; at < 50; at++) store.keep('b', 'ana')
    expect(store.get(mine, 'mio')).toBe('a')
  })

  it('is bounded in bytes too, the newest always kept', () => {
    const store = storeAt({ now: 0 }, { maxKeep: 10, ttlSec: 10, maxBytes: 100 })
    const ids = [60, 30, 30, 500].map((length) => store.keep('x'.repeat(length)))
    expect(ids.map((id) => store.get(id)?.length)).toEqual([undefined, undefined, undefined, 500])
  })
})
