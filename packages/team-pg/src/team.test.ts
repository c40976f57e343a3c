import { randomUUID } from 'node:crypto'
import { silentLogger } from '@shoko/contract'
import { openRoot, parsePath, type Root } from '@shoko/core-fs'
import { type Postgres, startPostgres, temporaryTree } from '@shoko/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { describeSections } from '../../core-fs/src/lock/sections.suite.ts'
import { initTeam, openTeam, type Team } from './open-team.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' })
  await initTeam(postgres.url, 'main')
})
afterAll(() => postgres?.close())

const NOTE = parsePath('a.md')

interface Server {
  readonly team: Team
  readonly vault: Root
  read(path?: string): Promise<string | undefined>
  write(text: string, path?: string): Promise<void>
}

/** As many servers as asked for, on a space of their own. */
async function servers(count: number, space = randomUUID()): Promise<Server[]> {
  await initTeam(postgres.url, space)
  const { path: mirrors } = temporaryTree()
  return Promise.all(Array.from({ length: count }, () => openServer(mirrors, space)))
}

async function openServer(mirrors: string, space: string): Promise<Server> {
  const isDocument = (path: string) => !path.includes('derived')
  const options = { url: postgres.url, space, mirrors, families: ['vault'], isDocument, logger: silentLogger }
  const team = await openTeam(options)
  const vault = openRoot(`${team.folder}/vault`, { lockPath: 'lock.db', sections: team.sections, writes: team.writes })
  onTestFinished(async () => {
    vault.close()
    await team.close()
  })
  const call = { name: 'test', principal: 'sub:somebody' }
  return {
    team,
    vault,
    async read(path = NOTE) {
      const work = async () => ((await vault.find(parsePath(path))) ? (await vault.readText(parsePath(path))).text : undefined)
      return (await team.gate.run({ ...call, effect: 'read' }, work)).value
    },
    async write(text, path = NOTE) {
      const work = () =>
        vault.exclusive(async () => {
          const there = await vault.find(parsePath(path))
          await (there === undefined ? vault.create(parsePath(path), text) : vault.replace(parsePath(path), text))
        })
      await team.gate.run({ ...call, effect: 'write' }, work)
    },
  }
}

async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

describeSections('PostgreSQL', async () => {
  const [one, two] = (await servers(2)) as [Server, Server]
  return [one.vault, two.vault]
})

describe('a team', () => {
  it('reads on one server what another has acknowledged, at once', async () => {
    const [one, two] = (await servers(2)) as [Server, Server]
    for (let turn = 0; turn < 50; turn++) {
      await one.write(`${turn}`)
      expect(await two.read()).toBe(`${turn}`)
      await two.write(`${turn} again`)
      expect(await one.read()).toBe(`${turn} again`)
    }
  })

  it('loses no update of a counter that four servers raise', async () => {
    const all = await servers(4)
    await all[0]!.write('0')
    const raise = ({ vault }: Server) =>
      vault.exclusive(async () => {
        const { text, hash } = await vault.readText(NOTE)
        await vault.replace(NOTE, String(Number(text) + 1), { hash })
      })
    await Promise.all(
      all.map(async (server) => {
        for (let turn = 0; turn < 40; turn++) await raise(server)
      }),
    )
    for (const server of all) expect(await server.read()).toBe('160')
  })

  it('lets exactly one of several create a file', async () => {
    const all = await servers(3)
    for (let turn = 0; turn < 20; turn++) {
      const path = parsePath(`made/${turn}.md`)
      const outcomes = await Promise.allSettled(all.map(({ vault }, at) => vault.exclusive(() => vault.create(path, `${at}`))))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  it('keeps nothing of a section that fails, here or elsewhere', async () => {
    const [one, two] = (await servers(2)) as [Server, Server]
    await one.write('before')
    const failing = one.vault.exclusive(async () => {
      await one.vault.replace(NOTE, 'during')
      await one.vault.create(parsePath('other/b.md'), 'new')
      throw new Error('in the middle')
    })
    await expect(failing).rejects.toThrow('in the middle')
    for (const server of [one, two]) {
      expect(await server.read()).toBe('before')
      expect(await server.read('other/b.md')).toBeUndefined()
      expect(await server.vault.find(parsePath('other'))).toBeUndefined()
    }
  })

  it('changes several files as one change, and numbers changes without gaps', async () => {
    const space = randomUUID()
    const [one, two] = (await servers(2, space)) as [Server, Server]
    await one.write('a')
    await one.vault.exclusive(async () => {
      await one.vault.create(parsePath('b/c.md'), 'c')
      await one.vault.move(NOTE, parsePath('b/a.md'))
    })
    await two.vault.exclusive(() => two.vault.move(parsePath('b'), parsePath('d')))
    expect(await one.read('d/a.md')).toBe('a')
    expect(await one.read('d/c.md')).toBe('c')
    expect(await one.read('b/a.md')).toBeUndefined()
    expect(await one.vault.find(parsePath('b'))).toBeUndefined()
    const log = await sql<{ seq: string; paths: string[] }>(
      `select c.seq, array_agg(f.path order by f.path) as paths from shoko.changes c join shoko.change_files f using (space, seq)
       join shoko.spaces s on s.id = c.space where s.name = $1 group by c.seq order by c.seq`,
      [space],
    )
    expect(log.map(({ seq }) => seq)).toEqual(['1', '2', '3'])
    expect(log[1]?.paths).toEqual(['vault/a.md', 'vault/b/a.md', 'vault/b/c.md'])
  })

  it('keeps a folder that its last file has left, on every server and on a new one', async () => {
    const space = randomUUID()
    await initTeam(postgres.url, space)
    const { path: mirrors } = temporaryTree()
    const [one, two] = [await openServer(mirrors, space), await openServer(mirrors, space)]
    await one.write('x', 'f/x.md')
    await one.vault.exclusive(() => one.vault.move(parsePath('f/x.md'), parsePath('g/x.md')))
    await two.read()
    const three = await openServer(mirrors, space)
    for (const { vault } of [one, two, three]) expect((await vault.list(parsePath('f'))).length).toBe(0)
  })

  it('does not log what is derived, and refuses to write a document outside a section', async () => {
    const [one, two] = (await servers(2)) as [Server, Server]
    await one.vault.create(parsePath('derived.md'), 'mine')
    expect(await two.read('derived.md')).toBeUndefined()
    await expect(one.vault.create(NOTE, 'x')).rejects.toThrow('outside a section')
  })

  it('says who changed what, with which call', async () => {
    const space = randomUUID()
    const [one] = (await servers(1, space)) as [Server]
    await one.write('a')
    const log = await sql('select author, tool from shoko.changes c join shoko.spaces s on s.id = c.space where s.name = $1', [
      space,
    ])
    expect(log).toEqual([{ author: 'sub:somebody', tool: 'test' }])
  })

  it('keeps what documents were', async () => {
    const [one, two] = (await servers(2)) as [Server, Server]
    await one.write('first', 'f/a.md')
    await two.write('second', 'f/a.md')
    await two.vault.exclusive(() => two.vault.remove(parsePath('f/a.md')))
    const changes = await one.team.history.changesOf({ path: 'vault/f', limit: 10 })
    expect(changes.map(({ seq, path, before, after }) => ({ seq, path, made: before === null, gone: after === null }))).toEqual([
      { seq: 3, path: 'vault/f/a.md', made: false, gone: true },
      { seq: 2, path: 'vault/f/a.md', made: false, gone: false },
      { seq: 1, path: 'vault/f/a.md', made: true, gone: false },
    ])
    const texts = await Promise.all([1, 2, 3].map((seq) => one.team.history.contentAt('vault/f/a.md', seq)))
    expect(texts.map((bytes) => bytes && Buffer.from(bytes).toString())).toEqual(['first', 'second', undefined])
    expect(await one.team.history.changesOf({ path: 'vault/f/a', limit: 10 })).toEqual([])
  })

  it('puts a file right that somebody changed in the mirror, rather than losing an update', async () => {
    const [one, two] = (await servers(2)) as [Server, Server]
    await one.write('first')
    await two.read()
    await openRoot(`${two.team.folder}/vault`).replace(NOTE, 'tampered with')
    await expect(two.write('second')).rejects.toMatchObject({ reason: 'busy' })
    expect(await two.read()).toBe('first')
    await two.write('second')
    expect(await one.read()).toBe('second')
  })

  it('hands a lock on when its holder is fenced, and takes back what the holder wrote', async () => {
    const [one, two] = (await servers(2)) as [Server, Server]
    await one.write('before')
    const { promise: go, resolve } = Promise.withResolvers<void>()
    const fenced = one.vault.exclusive(async () => {
      await one.vault.replace(NOTE, 'too late')
      await sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'shoko' and state = 'idle in transaction' and pid <> pg_backend_pid()`,
      )
      resolve()
      await two.write('after')
    })
    await go
    await expect(fenced).rejects.toMatchObject({ reason: 'busy' })
    for (const server of [one, two]) expect(await server.read()).toBe('after')
  })

  it('answers busy while the database is gone, and goes on when it is back', async () => {
    const [one, two] = (await servers(2)) as [Server, Server]
    await one.write('before')
    await postgres.stop('immediate')
    await expect(one.read()).rejects.toMatchObject({ reason: 'busy', details: { retry: true } })
    await expect(one.write('during')).rejects.toMatchObject({ reason: 'busy', details: { retry: true } })
    await postgres.start()
    await expect.poll(() => two.read().catch(() => undefined), { timeout: 10_000 }).toBe('before')
    await one.write('after')
    expect(await two.read()).toBe('after')
  })

  it('lets nobody see what is not kept: who read meanwhile waits for the end, and reads again', async () => {
    const [one] = (await servers(1)) as [Server]
    await one.write('before')
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
    const { promise: go, resolve: end } = Promise.withResolvers<void>()
    const failing = one.vault.exclusive(async () => {
      await one.vault.replace(NOTE, 'never')
      written()
      await go
      throw new Error('taken back')
    })
    await isWritten
    const reading = one.read()
    setTimeout(end, 50)
    await expect(failing).rejects.toThrow('taken back')
    expect(await reading).toBe('before')
  })

  it('refuses a database without a workspace, and a newer schema, in a sentence', async () => {
    const { path: mirrors } = temporaryTree()
    await expect(openServer(mirrors, 'no such')).rejects.toThrow('shoko team init')
    await sql('update shoko.schema set version = version + 1')
    await expect(openServer(mirrors, 'main')).rejects.toThrow('a newer server has upgraded it')
    await sql('update shoko.schema set version = version - 1')
  })
})
