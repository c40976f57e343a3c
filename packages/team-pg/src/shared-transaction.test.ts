import { randomUUID } from 'node:crypto'
import { silentLogger } from '@shoko/contract'
import { openRoot, parsePath } from '@shoko/core-fs'
import { type Postgres, startPostgres, temporaryTree } from '@shoko/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkedHashes } from './checked-hashes.ts'
import { initTeam, openTeam } from './open-team.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' })
})
afterAll(() => postgres?.close())

const NOTE = parsePath('a.md')

async function stage() {
  const space = randomUUID()
  await initTeam(postgres.url, space)
  const { path: mirrors } = temporaryTree()
  const options = { url: postgres.url, space, mirrors, families: ['vault'], isDocument: () => true, logger: silentLogger }
  const team = await openTeam(options)
  const vault = openRoot(`${team.folder}/vault`, { lockPath: 'lock.db', sections: team.sections, writes: team.writes })
  onTestFinished(async () => {
    vault.close()
    await team.close()
  })
  const run = <T>(principal: string, work: () => Promise<T>) =>
    team.gate.run({ effect: 'write', name: 'test', principal, seesInSection: true }, () => vault.exclusive(work))
  await run('first', () => vault.create(NOTE, ''))
  const figure = (name: string) => team.figures().find((one) => one.name === `shoko_team_${name}`)?.value
  const add = async (letter: string) => {
    const { text, hash } = await vault.readText(NOTE)
    await vault.replace(NOTE, text + letter, { hash })
  }
  return { team, vault, run, add, figure, text: async () => (await vault.readText(NOTE)).text }
}

describe('sections that wait for the same lock in one server', () => {
  it('share a transaction, and each is a change of its own', async () => {
    const { team, run, add, figure, text } = await stage()
    const letters = [...'abcdefghij']
    await Promise.all(letters.map((letter) => run(letter, () => add(letter))))
    expect(await text()).toBe('abcdefghij')
    expect(figure('locks_total')).toBeLessThan(11)
    const changes = await team.history.changesOf({ path: 'vault/a.md', limit: 100 })
    expect(changes.map(({ author }) => author).reverse()).toEqual(['first', ...letters])
    for (const [at, change] of changes.slice(0, -1).entries()) expect(change.before).toBe(changes[at + 1]!.after)
  })

  it('do not lose what came before one that fails', async () => {
    const { team, run, add, text } = await stage()
    const fail = () => add('b').then(() => Promise.reject(new Error('mine')))
    const outcomes = await Promise.allSettled([
      run('a', () => add('a')),
      run('b', fail),
      run('none', async () => {}),
      run('c', () => add('c')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(await text()).toBe('ac')
    expect((await checkedHashes(team, team.folder)).differing).toEqual([])
  })
})
