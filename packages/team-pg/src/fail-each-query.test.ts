import { randomUUID } from 'node:crypto'
import { DomainError, silentLogger } from '@shoko/contract'
import { openRoot, parsePath, type Root } from '@shoko/core-fs'
import { type Postgres, startPostgres, temporaryTree } from '@shoko/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failing } from '../test/failing-database.ts'
import { checkedHashes } from './checked-hashes.ts'
import { openDatabase } from './database.ts'
import { initTeam, openTeam } from './open-team.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' })
})
afterAll(() => postgres?.close())

const path = (text: string) => parsePath(text)

/** Every way in which a section changes files, on a.md, f/b.md and f/c.md. */
const OPERATIONS: Readonly<Record<string, (vault: Root) => Promise<unknown>>> = {
  create: (vault) => vault.create(path('new/n.md'), 'new'),
  replace: (vault) => vault.replace(path('a.md'), 'changed'),
  remove: (vault) => vault.remove(path('a.md')),
  'move a file': (vault) => vault.move(path('a.md'), path('g/a.md')),
  'move a folder': (vault) => vault.move(path('f'), path('h')),
  'several files': async (vault) => {
    await vault.replace(path('a.md'), 'one')
    await vault.create(path('n.md'), 'two')
    await vault.remove(path('f/b.md'))
  },
  nothing: async () => {},
}

async function stage() {
  const space = randomUUID()
  await initTeam(postgres.url, space)
  const { path: mirrors } = temporaryTree()
  const database = failing(openDatabase(postgres.url))
  const options = { url: postgres.url, space, mirrors, families: ['vault'], isDocument: () => true, logger: silentLogger }
  const team = await openTeam({ ...options, database })
  const other = await openTeam(options)
  const vault = openRoot(`${team.folder}/vault`, { lockPath: 'lock.db', sections: team.sections, writes: team.writes })
  await vault.exclusive(async () => {
    for (const name of ['a.md', 'f/b.md', 'f/c.md']) await vault.create(path(name), name)
  })
  const state = async () => {
    const text = `select path, hash from shoko.documents where space = $1 and right(path, 1) <> '/' order by path`
    return JSON.stringify(await other.database.query(text, [team.space]))
  }
  return {
    database,
    team,
    state,
    async paths() {
      const text = 'select path from shoko.documents where space = $1'
      return (await other.database.query<{ path: string }>(text, [team.space])).map((row) => row.path)
    },
    run: (work: (vault: Root) => Promise<unknown>) =>
      team.gate.run({ effect: 'write', name: 'test', principal: 'p' }, () => vault.exclusive(() => work(vault))),
    look: () => team.gate.run({ effect: 'read', name: 'look', principal: 'p' }, async () => {}),
    async close() {
      vault.close()
      await team.close()
      await other.close()
      await database.close()
    },
  }
}

/** What the caller was told. */
async function told(work: Promise<unknown>): Promise<'done' | 'nothing was changed' | 'in doubt'> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'busy') throw error
    return error.details?.['retry'] === true ? 'nothing was changed' : 'in doubt'
  }
}

describe.each(['unsent', 'unanswered'] as const)('a question that is %s, at every point', (how) => {
  it.each(Object.entries(OPERATIONS))('of: %s leaves the old or the new, and the answer does not lie', async (name, work) => {
    for (let at = 1; ; at++) {
      const { database, team, state, run, look, close } = await stage()
      const before = await state()
      database.arm(at, how)
      const answer = await told(run(work))
      const isReached = database.asked >= at
      database.arm(0, how)
      const after = await state()
      if (answer === 'nothing was changed') expect({ at, after }).toEqual({ at, after: before })
      if (answer === 'done' && name !== 'nothing') expect({ at, after }).not.toEqual({ at, after: before })
      await look()
      expect({ at, ...(await checkedHashes(team, team.folder)) }).toMatchObject({ at, differing: [] })
      await run((vault) => vault.create(path('later.md'), 'goes on'))
      await close()
      if (!isReached) break
      expect(at).toBeLessThan(20)
    }
  })

  it('of three sections that share a transaction: each is told the truth of its own', async () => {
    for (let at = 1; ; at++) {
      const { database, team, paths, run, look, close } = await stage()
      database.arm(at, how)
      const wrong = () => Promise.reject(new DomainError('busy', 'mine', { details: { retry: true } }))
      const answers = await Promise.all([
        told(run((vault) => vault.create(path('1.md'), 'one'))),
        told(run((vault) => vault.create(path('2.md'), 'two').then(wrong))),
        told(run((vault) => vault.create(path('3.md'), 'three'))),
      ])
      const isReached = database.asked >= at
      database.arm(0, how)
      const there = await paths()
      for (const [index, answer] of answers.entries()) {
        if (answer === 'in doubt') continue
        const isThere = there.includes(`vault/${index + 1}.md`)
        expect({ at, index, isThere }).toEqual({ at, index, isThere: answer === 'done' })
      }
      await look()
      expect({ at, ...(await checkedHashes(team, team.folder)) }).toMatchObject({ at, differing: [] })
      await close()
      if (!isReached) break
      expect(at).toBeLessThan(30)
    }
  })

  it('of a read: it is answered or refused, and the next one is right', async () => {
    const { database, look, close } = await stage()
    for (let at = 1; at <= 2; at++) {
      database.arm(at, how)
      expect(['done', 'nothing was changed']).toContain(await told(look()))
      database.arm(0, how)
      expect(await told(look())).toBe('done')
    }
    await close()
  })
})
