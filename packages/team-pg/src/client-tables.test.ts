import { randomUUID } from 'node:crypto'
import { type Postgres, startPostgres } from '@shoko/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeSessionStore, describeSharedHandles } from '../../contract/src/server-ports.suite.ts'
import { describeEventLogs } from '../../mcp-shell/src/http/event-log.suite.ts'
import { describeRateLimiter } from '../../mcp-shell/src/http/rate-limit.suite.ts'
import { createTeamHandles, createTeamLimiter, createTeamStats } from './client-tables.ts'
import type { Database } from './database.ts'
import { createTeamEvents } from './event-logs.ts'
import { initTeam, openSpace } from './open-team.ts'
import { createTeamSessions } from './session-store.ts'

let postgres: Postgres
const opened: Database[] = []
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' })
})
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()))
  await postgres?.close()
})

async function newSpace() {
  const name = randomUUID()
  await initTeam(postgres.url, name)
  const parts = await openSpace(postgres.url, name)
  opened.push(parts.database)
  return parts
}

const unlimited = { take: () => undefined }
const HELLO = { jsonrpc: '2.0', id: 1, method: 'initialize' }

describeSessionStore('sessions in PostgreSQL', async () => createTeamSessions(await newSpace()))
describeEventLogs('events in PostgreSQL', async (limits) => {
  const parts = await newSpace()
  const sessions = createTeamSessions(parts)
  const logs = createTeamEvents(parts, { server: sessions.server, waitMs: 0, ...(limits === undefined ? {} : { limits }) })
  return { logs, begin: (session) => sessions.begin({ ...session, initialize: HELLO }, 100) }
})
describeRateLimiter('a limiter in PostgreSQL', async (perMinute, clock) =>
  createTeamLimiter(await newSpace(), { perMinute, clock, alone: unlimited }),
)
describeSharedHandles('handles in PostgreSQL', async () => {
  let now = Date.now()
  const handles = createTeamHandles(await newSpace(), { now: () => now })
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  return { handles, pass }
})

describe('sessions of two servers', () => {
  const server = async (parts: Awaited<ReturnType<typeof newSpace>>) => {
    const sessions = createTeamSessions(parts)
    return { sessions, logs: createTeamEvents(parts, { server: sessions.server, waitMs: 2000 }) }
  }
  /** One session that both servers have a log of; the first began it. */
  const sharedSession = async () => {
    const parts = await newSpace()
    const [one, two] = [await server(parts), await server(parts)]
    const session = { id: randomUUID(), principal: 'mio' }
    await one.sessions.begin({ ...session, initialize: HELLO }, 100)
    return { two, session, there: one.logs.open(session), here: two.logs.open(session) }
  }

  it('resume a call at another server: what the first sends later comes from the table, once', async () => {
    const { there, here } = await sharedSession()
    const opening = await there.storeEvent('call', {})
    const seen: unknown[] = []
    const replay = (after: string) => here.replayEventsAfter(after, { send: async (_id, message) => void seen.push(message) })
    const replaying = replay(opening)
    const progress = await there.storeEvent('call', { method: 'notifications/progress' })
    await replaying
    const rest = replay(progress)
    await there.storeEvent('call', { id: 7, result: {} })
    await rest
    expect(seen).toEqual([{ method: 'notifications/progress' }, { id: 7, result: {} }])
  })

  it('let one server send what belongs to no call: the one that has the stream', async () => {
    const { two, session, there, here } = await sharedSession()
    await there.storeEvent('_GET_stream', { method: 'a' })
    await expect(here.storeEvent('_GET_stream', { method: 'a' })).rejects.toThrow('another server')
    expect(await two.sessions.adopt(session.id)).toBe(true)
    expect(await two.sessions.adopt(session.id)).toBe(false)
    await here.storeEvent('_GET_stream', { method: 'b' })
    await expect(there.storeEvent('_GET_stream', { method: 'b' })).rejects.toThrow('another server')
  })

  it('make room: the least used one of a principal with too many ends, and idle ones end', async () => {
    const parts = await newSpace()
    const sessions = createTeamSessions(parts)
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of ids) await sessions.begin({ id, principal: 'mio', initialize: HELLO }, 2)
    expect([...(await sessions.living(ids))].toSorted()).toEqual(ids.slice(1).toSorted())
    const hasty = createTeamSessions(parts, { idleMs: 0 })
    await hasty.living([])
    expect([...(await sessions.living(ids))]).toEqual([])
  })
})

describe('limits and statistics', () => {
  it('count for all servers together, and for each alone while the database is away', async () => {
    const parts = await newSpace()
    const clock = { now: () => 0 }
    const [one, two] = [1, 2].map(() => createTeamLimiter(parts, { perMinute: 2, clock, alone: unlimited }))
    expect([await one!.take('a'), await two!.take('a'), await one!.take('a')]).toEqual([undefined, undefined, 30])
    const broken = { ...parts, database: { ...parts.database, query: () => Promise.reject(new Error('gone')) } }
    const alone = { take: () => 7 }
    expect(await createTeamLimiter(broken, { perMinute: 2, clock, alone }).take('a')).toBe(7)
  })

  it('keep a day of rows', async () => {
    const stats = createTeamStats(await newSpace())
    const day = 24 * 60 * 60 * 1000
    for (const ts of [1, 2, day + 2]) await stats.add({ ts, cut_off: ts === 2 })
    expect(await stats.since(0)).toEqual([
      { ts: 2, cutOff: true },
      { ts: day + 2, cutOff: false },
    ])
  })
})
