import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { silentLogger } from '@shoko/contract'
import { openRoot, parsePath } from '@shoko/core-fs'
import { type Postgres, startPostgres, temporaryTree } from '@shoko/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { initTeam, openTeam } from './open-team.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' })
})
afterAll(() => postgres?.close())

/** A server that writes, and the strokes that all of them hear. */
async function stage() {
  const space = randomUUID()
  await initTeam(postgres.url, space)
  const { path: mirrors } = temporaryTree()
  const options = { url: postgres.url, space, mirrors, families: ['vault'], isDocument: () => true, logger: silentLogger }
  const [team, other] = [await openTeam(options), await openTeam(options)]
  const vault = openRoot(`${team.folder}/vault`, { lockPath: 'lock.db', sections: team.sections, writes: team.writes })
  const listener = new pg.Client(postgres.url)
  await listener.connect()
  const strokes: number[] = []
  listener.on('notification', ({ payload = '' }) => {
    const [of, number] = payload.split(' ').map(Number)
    if (of === team.space) strokes.push(number!)
  })
  await listener.query('listen shoko')
  onTestFinished(async () => {
    vault.close()
    await Promise.all([team.close(), other.close(), listener.end()])
  })
  const write = (at: number) => vault.exclusive(() => vault.create(parsePath(`${at}.md`), 'x'))
  return { team, other, strokes, write }
}

const COMMIT = `select shoko.commit_change($1, $2, 'a', 't', array[$3], array[null], array['h'], array['h'], array['x'::bytea], $4)`

describe('the bell', () => {
  it('rings for the last of many changes that come quickly', async () => {
    const { other, strokes, write } = await stage()
    for (let at = 1; at <= 60; at++) await write(at)
    await vi.waitFor(() => expect(strokes.at(-1)).toBe(60), { timeout: 5000 })
    await vi.waitFor(() => expect(other.applied).toBe(60), { timeout: 5000 })
  })

  it('rings at once for a change that comes by itself', async () => {
    const { strokes, write } = await stage()
    for (let at = 1; at <= 5; at++) {
      await write(at)
      await vi.waitFor(() => expect(strokes).toContain(at), { timeout: 5000 })
      await sleep(60)
    }
  })

  it('is quiet for so long after a stroke, whoever commits', async () => {
    const { team, strokes } = await stage()
    const commit = (at: number, quietMs: number | null) =>
      team.database.query(COMMIT, [team.space, randomUUID(), `vault/${at}.md`, quietMs])
    for (const [at, quietMs] of [60_000, 60_000, 60_000, 0, 60_000, null, 0].entries()) await commit(at, quietMs)
    await vi.waitFor(() => expect(strokes).toEqual([1, 4, 7]), { timeout: 5000 })
  })

  it('rings for every change of a server that knows of no quiet', async () => {
    const { team, strokes } = await stage()
    for (const at of [1, 2, 3])
      await team.database.query(COMMIT.replace(', $4', ''), [team.space, randomUUID(), `vault/${at}.md`])
    await vi.waitFor(() => expect(strokes).toEqual([1, 2, 3]), { timeout: 5000 })
  })

  it('is not needed: a change whose server was killed before it rang is found', async () => {
    const { team, other } = await stage()
    await team.database.query(COMMIT, [team.space, randomUUID(), 'vault/a.md', null])
    await vi.waitFor(() => expect(other.applied).toBe(1), { timeout: 5000 })
  })
})
