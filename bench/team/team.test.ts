import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Cluster } from './cluster.ts'
import { raiseCounters } from './counters.ts'
import { playModels } from './models.ts'
import { race, writeAndRead } from './runs.ts'
import { differences } from './same.ts'

const SERVERS = 3

describe('three servers on one PostgreSQL, behind a balancer', () => {
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

  it('create every note once', async () => {
    const { figures, problems } = await race(cluster, 10)
    expect({ figures, problems }).toEqual({ figures: { names: 10, winners: 10 }, problems: [] })
  })

  it('behave as the models of vault, board and workspace', async ({ signal }) => {
    const outcomes = await playModels(cluster, { sequences: 2, seed: 7, report: () => {}, signal })
    expect(Object.values(outcomes).flatMap(({ failures }) => failures)).toEqual([])
  }, 120_000)

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
  }, 120_000)
})
