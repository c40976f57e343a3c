import { randomUUID } from 'node:crypto'
import type { EventLogs } from '@shoko/contract'
import { describe, expect, it } from 'vitest'
import type { EventLogLimits } from './event-log.ts'

const message = (id: number) => ({ jsonrpc: '2.0', id, result: {} })

interface OpenLogs {
  readonly logs: EventLogs
  /** Makes a session of this principal, where sessions are known to whoever keeps the events. */
  begin(session: { readonly id: string; readonly principal: string }): Promise<void>
}

async function replay(store: ReturnType<EventLogs['open']>, after: string) {
  const seen: unknown[] = []
  const stream = await store.replayEventsAfter(after, {
    send: async (_id, sent) => void seen.push('id' in sent ? sent.id : undefined),
  })
  return { stream, seen }
}

/** What every keeper of events holds to. */
export function describeEventLogs(name: string, openLogs: (limits?: EventLogLimits) => Promise<OpenLogs>): void {
  const openFor = async ({ logs, begin }: OpenLogs, principal = 'mio') => {
    const session = { id: randomUUID(), principal }
    await begin(session)
    return logs.open(session)
  }
  describe(name, () => {
    it('replays what came after an event on its stream, and nothing of other streams or sessions', async () => {
      const log = await openLogs()
      const [mine, other] = [await openFor(log), await openFor(log)]
      const first = await mine.storeEvent('s', message(1))
      await mine.storeEvent('t', message(2))
      await other.storeEvent('s', message(3))
      await mine.storeEvent('s', message(4))
      expect(await replay(mine, first)).toEqual({ stream: 's', seen: [4] })
    })

    it('does not know the events of another session', async () => {
      const log = await openLogs()
      const id = await (await openFor(log)).storeEvent('s', message(1))
      const other = await openFor(log)
      expect(await other.getStreamIdForEventId(id)).toBeUndefined()
      await expect(replay(other, id)).rejects.toThrow('not kept')
    })

    it('replays from an event that only opened the stream, but not that event', async () => {
      const store = await openFor(await openLogs())
      const opening = await store.storeEvent('s', {})
      await store.storeEvent('s', message(1))
      expect((await replay(store, opening)).seen).toEqual([1])
    })

    it.each([
      ['events', { events: 3, bytes: 1_000_000 }],
      ['bytes', { events: 1000, bytes: 3 * JSON.stringify(message(1)).length }],
    ])('keeps only the last %s', async (_name, limits) => {
      const store = await openFor(await openLogs(limits))
      const ids: string[] = []
      for (let id = 0; id < 5; id++) ids.push(await store.storeEvent('s', message(id)))
      expect(await Promise.all(ids.map(async (id) => (await store.getStreamIdForEventId(id)) !== undefined))).toEqual([
        false,
        false,
        true,
        true,
        true,
      ])
    })

    it('forgets a session that has ended', async () => {
      const store = await openFor(await openLogs())
      const id = await store.storeEvent('s', message(1))
      store.forget()
      await expect.poll(() => store.getStreamIdForEventId(id)).toBeUndefined()
    })

    it('keeps what one principal was sent apart from what another was', async () => {
      const logs = await openLogs({ events: 2, bytes: 1_000_000 })
      const mine = await openFor(logs)
      const id = await mine.storeEvent('s', message(1))
      const other = await openFor(logs, 'ana')
      for (let at = 0; at < 10; at++) await other.storeEvent('s', message(at))
      expect(await mine.getStreamIdForEventId(id)).toBe('s')
    })
  })
}
