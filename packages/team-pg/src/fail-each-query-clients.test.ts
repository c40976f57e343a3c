import { randomUUID } from 'node:crypto'
import { DomainError, systemClock } from '@shoko/contract'
import { type Postgres, startPostgres } from '@shoko/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failing } from '../test/failing-database.ts'
import { createTeamHandles, createTeamLimiter, createTeamStats } from './client-tables.ts'
import { createTeamEvents } from './event-logs.ts'
import { initTeam, openSpace } from './open-team.ts'
import { createTeamSessions } from './session-store.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' })
})
afterAll(() => postgres?.close())

const HELLO = { jsonrpc: '2.0', id: 1, method: 'initialize' }
const MINE = { id: 'mine', principal: 'p', initialize: HELLO }
const NOBODY_ELSE = { subscribed: ['vault://a.md'], unsubscribed: [] }

/** A server's tables over a database of which one question fails, with a session and one event in them. */
async function stage() {
  const name = randomUUID()
  await initTeam(postgres.url, name)
  const { database: whole, space } = await openSpace(postgres.url, name)
  const database = failing(whole)
  const parts = { database, space }
  const sessions = createTeamSessions(parts)
  const limiter = createTeamLimiter(parts, { perMinute: 60, clock: systemClock, alone: { take: () => undefined } })
  const log = createTeamEvents(parts, { server: sessions.server, waitMs: 0 }).open({ id: MINE.id, principal: MINE.principal })
  const handles = createTeamHandles(parts, systemClock)
  const stats = createTeamStats(parts)
  await sessions.begin(MINE, 10)
  const first = await log.storeEvent('1', { jsonrpc: '2.0', method: 'first' })
  return {
    database,
    sessions,
    limiter,
    log,
    handles,
    stats,
    first,
    /** What every server sees of it. */
    async state() {
      const tables = ['sessions', 'session_events', 'event_totals', 'handles', 'stats']
      const columns = "to_jsonb(t) - 'used_at' - 'expires' - 'number' - 'id'"
      const rows = (table: string) =>
        whole.query(`select ${columns} as row from shoko.${table} t where space = $1 order by 1`, [space])
      return JSON.stringify(await Promise.all(tables.map(rows)))
    },
    close: () => whole.close(),
  }
}

type Stage = Awaited<ReturnType<typeof stage>>

/** Everything that is asked of the tables for clients. */
const OPERATIONS: Readonly<Record<string, (of: Stage) => Promise<unknown>>> = {
  'begin a session': ({ sessions }) => sessions.begin({ ...MINE, id: randomUUID() }, 10),
  'begin one more than there may be': ({ sessions }) => sessions.begin({ ...MINE, id: randomUUID() }, 1),
  'find a session': ({ sessions }) => sessions.find(MINE.id, MINE.principal),
  'save a session': ({ sessions }) => sessions.save(MINE.id, { memory: { read: 1 }, ...NOBODY_ELSE }),
  'adopt a session': ({ sessions }) => sessions.adopt(MINE.id),
  'tell which live': ({ sessions }) => sessions.living([MINE.id]),
  'end a session': ({ sessions }) => sessions.end(MINE.id),
  'keep an event': ({ log }) => log.storeEvent('1', { jsonrpc: '2.0', method: 'second' }),
  'resume after an event': ({ log, first }) => log.replayEventsAfter(first, { send: async () => {} }),
  'keep a trace': ({ handles }) => handles.put({ id: randomUUID(), owner: 'p', value: { n: 1 }, ttlSec: 60, maxKeep: 5 }),
  'fetch a trace': ({ handles }) => handles.get('none', 'p'),
  'take a token': async ({ limiter }) => limiter.take('p'),
  'add to the statistics': ({ stats }) => stats.add({ ts: Date.now(), cut_off: false }),
  'read the statistics': ({ stats }) => stats.since(0),
}

async function isRefused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return false
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'busy') throw error
    return true
  }
}

describe.each(['unsent', 'unanswered'] as const)('a question about clients that is %s, at every point', (how) => {
  it.each(Object.entries(OPERATIONS))('of: %s is said, and the same again goes on', async (name, work) => {
    for (let at = 1; ; at++) {
      const of = await stage()
      const before = await of.state()
      of.database.arm(at, how)
      const refused = await isRefused(work(of))
      const isReached = of.database.asked >= at
      of.database.arm(0, how)
      if (refused && how === 'unsent' && at === 1) expect({ at, state: await of.state() }).toEqual({ at, state: before })
      // Each server counts for itself while the database is away; everybody else is told.
      expect({ at, refused }).toEqual({ at, refused: isReached && name !== 'take a token' })
      if (refused) expect(await isRefused(work(of))).toBe(false)
      await of.close()
      if (!isReached) break
      expect(at).toBeLessThan(10)
    }
  })
})
