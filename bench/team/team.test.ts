import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentChange } from '@shoko/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTeam, type TeamClient } from './client.ts'
import { Cluster } from './cluster.ts'
import { raiseCounters } from './counters.ts'
import { mixWriters } from './mixed.ts'
import { playModels } from './models.ts'
import { tellOthers } from './notified.ts'
import { promote, race, writeAndRead } from './runs.ts'
import { differences } from './same.ts'
import { resumedCall, wanderingSession, wanderingStream, wanderingTrace } from './sessions.ts'
import { keepApart } from './spaces.ts'

const SERVERS = 3

interface TakenHistory {
  readonly path: string
  readonly changes: readonly DocumentChange[]
  readonly more: boolean
}

// A busy machine makes every round trip slow; the limits are for what never ends.
describe('three servers on one PostgreSQL, behind a balancer', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'shoko-team-test-'))
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start({ folder, servers: SERVERS })
  }, 120_000)
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('show on one what another has acknowledged', async () => {
    const { problems } = await writeAndRead(cluster, 60)
    expect(problems).toEqual([])
  })

  it('tell on one who changed a note on another, and what it was', async () => {
    const [one, two] = cluster.origins.slice(0, 2).map((origin) => connectTeam(origin)) as [TeamClient, TeamClient]
    await one.call('vault_create', { path: 'told/a b.md', content: 'first' })
    await two.call('vault_write', { path: 'told/a b.md', content: 'second', mode: 'overwrite' })
    const { path, changes, more } = JSON.parse(await one.read('shoko://history/vault/told/a%20b.md')) as TakenHistory
    expect({ path, more }).toEqual({ path: 'vault/told/a b.md', more: false })
    expect(changes.map(({ author, tool }) => ({ author, tool }))).toEqual([
      { author: 'local:owner', tool: 'vault_write' },
      { author: 'local:owner', tool: 'vault_create' },
    ])
    expect(changes[0]!.before).toBe(changes[1]!.after)
    expect(await two.read(`shoko://history/vault/told/a%20b.md?at=${changes[1]!.seq}`)).toBe('first')
    expect((JSON.parse(await two.read('shoko://history/vault/told')) as TakenHistory).changes).toHaveLength(2)
    for (const wrong of [
      'vault/nothing.md',
      'other/a.md',
      'vault/../a.md',
      'vault/%ff',
      `vault/told/a%20b.md?at=${changes[1]!.seq - 1}`,
    ])
      await expect(one.read(`shoko://history/${wrong}`)).rejects.toThrow(/not_found|invalid_path/)
    one.close()
    two.close()
  })

  it('tell operators how each stands', async () => {
    const page = await (await fetch(`${cluster.origins[0]}/metrics`)).text()
    expect(page).toMatch(/^# TYPE shoko_team_changes_total counter$/m)
    expect(page).toMatch(/^shoko_team_changes_total\{outcome="committed"\} [1-9]/m)
    expect(page).toMatch(/^shoko_team_database_heard 1$/m)
    expect(page).toMatch(/^shoko_team_log_position [1-9]/m)
  })

  it('tell clients of one what was changed on another', async () => {
    const { figures, problems } = await tellOthers(cluster, 5)
    expect({ told: figures['told'], problems }).toEqual({ told: 5, problems: [] })
  })

  it('go on with a session of the 2025 revisions, whichever of them it comes to', async () => {
    expect((await wanderingSession(cluster)).problems).toEqual([])
    expect((await wanderingStream(cluster)).problems).toEqual([])
  })

  it('answer a call at another server than the one that was asked, once', async () => {
    expect(await resumedCall(cluster)).toEqual({ figures: { answers: 1 }, problems: [] })
  })

  it('page through what another found', async () => {
    expect((await wanderingTrace(cluster)).problems).toEqual([])
  })

  it('keep two spaces apart', async () => {
    const outcome = await keepApart({ folder: join(folder, 'spaces'), servers: 2, principals: 6, calls: 3 })
    expect(outcome.problems).toEqual([])
  })

  it('keep what was acknowledged when the synchronous standby takes the place of the database', async () => {
    const { figures, problems } = await promote({ folder: join(folder, 'promotion'), report: () => {} }, 1)
    expect(figures['acknowledged']).toBeGreaterThan(0)
    expect(problems).toEqual([])
  })

  it('create every note once', async () => {
    const { figures, problems } = await race(cluster, 10)
    expect({ figures, problems }).toEqual({ figures: { names: 10, winners: 10 }, problems: [] })
  })

  it('keep what writers of all families were told, whole and once', async () => {
    const { figures, problems } = await mixWriters(cluster, { writers: 3, changes: 25, seed: 3 })
    expect({ acknowledged: figures['acknowledged'], problems }).toEqual({ acknowledged: 75, problems: [] })
  })

  it('behave as the models of vault, board and workspace', async ({ signal }) => {
    const outcomes = await playModels(cluster, { sequences: 2, seed: 7, report: () => {}, signal })
    expect(Object.values(outcomes).flatMap(({ failures }) => failures)).toEqual([])
  })

  it('lose no change when one is killed, and end with equal mirrors', async () => {
    let isOver = false
    const counting = raiseCounters(cluster, { writers: 3, until: () => isOver })
    await sleep(300)
    await cluster.kill(1)
    await sleep(300)
    await cluster.startServer(1)
    isOver = true
    const { acknowledged, lost, doubled, problems } = await counting
    expect(acknowledged).toBeGreaterThan(0)
    expect({ lost, doubled, problems }).toEqual({ lost: 0, doubled: 0, problems: [] })
    expect(await differences(cluster, SERVERS)).toEqual([])
  })
})
