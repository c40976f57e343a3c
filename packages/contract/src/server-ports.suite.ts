import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SessionStore, SharedHandles } from './server-ports.ts'

const HELLO = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { clientInfo: { name: 'a\u0000b' } } }

/** What every store of sessions keeps to. */
export function describeSessionStore(name: string, open: () => Promise<SessionStore>): void {
  const begun = async (store: SessionStore, principal = 'mio') => {
    const id = randomUUID()
    await store.begin({ id, principal, initialize: HELLO }, 100)
    return id
  }
  describe(name, () => {
    it('finds a session for who began it, and for nobody else', async () => {
      const store = await open()
      const id = await begun(store)
      expect(await store.find(id, 'mio')).toEqual({ id, principal: 'mio', initialize: HELLO, memory: {}, subscriptions: [] })
      expect(await store.find(id, 'ana')).toBeUndefined()
      expect(await store.find(randomUUID(), 'mio')).toBeUndefined()
    })

    it('keeps what is saved, piece by piece', async () => {
      const store = await open()
      const id = await begun(store)
      await store.save(id, { memory: { a: [1], b: 2 }, subscribed: ['x://1', 'x://2'], unsubscribed: [] })
      await store.save(id, { memory: { b: 3 }, subscribed: ['x://3', 'x://1'], unsubscribed: ['x://2'] })
      const { memory, subscriptions } = (await store.find(id, 'mio'))!
      expect({ memory, subscriptions: subscriptions.toSorted() }).toEqual({
        memory: { a: [1], b: 3 },
        subscriptions: ['x://1', 'x://3'],
      })
    })

    it('does not find one that has ended, and says which are there', async () => {
      const store = await open()
      const [kept, ended] = [await begun(store), await begun(store)]
      await store.end(ended)
      expect(await store.find(ended, 'mio')).toBeUndefined()
      expect([...(await store.living([kept, ended]))]).toEqual([kept])
    })
  })
}

/** What every store of handles keeps to; `pass` lets seconds go by. */
export function describeSharedHandles(
  name: string,
  open: () => Promise<{ readonly handles: SharedHandles; readonly pass: (seconds: number) => void }>,
): void {
  const put = async (handles: SharedHandles, owner = 'mio', maxKeep = 2) => {
    const id = randomUUID()
    await handles.put({ id, owner, value: { of: id }, ttlSec: 10, maxKeep })
    return id
  }
  describe(name, () => {
    it('gives a value to its owner alone, until its time is over', async () => {
      const { handles, pass } = await open()
      const id = await put(handles)
      expect(await handles.get(id, 'mio')).toEqual({ of: id })
      expect(await handles.get(id, 'ana')).toBeUndefined()
      pass(11)
      expect(await handles.get(id, 'mio')).toBeUndefined()
    })

    it('drops the oldest of an owner that has too many, and nobody else', async () => {
      const { handles } = await open()
      const other = await put(handles, 'ana')
      const ids = [await put(handles), await put(handles), await put(handles)]
      const found = await Promise.all(ids.map(async (id) => (await handles.get(id, 'mio')) !== undefined))
      expect(found).toEqual([false, true, true])
      expect(await handles.get(other, 'ana')).toBeDefined()
    })
  })
}
