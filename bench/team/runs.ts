import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '@shoko/testkit'
import { connectTeam } from './client.ts'
import { Cluster } from './cluster.ts'
import { type CounterFigures, raiseCounters } from './counters.ts'
import { cpuPer, cpuTimes } from './cpu.ts'
import { joinLate } from './joins.ts'
import { mixWriters } from './mixed.ts'
import { playModels } from './models.ts'
import { tellOthers } from './notified.ts'
import { compareReads } from './reads.ts'
import { differences } from './same.ts'
import { resumedCall, wanderingSession, wanderingStream, wanderingTrace } from './sessions.ts'
import { keepApart } from './spaces.ts'

export interface TeamOrder {
  /** 1 is what the issue asks for. */
  readonly scale: number
  readonly seed: number
  readonly folder: string
  readonly report: (line: string) => void
}

export interface TeamOutcome {
  readonly figures: Readonly<Record<string, number | string>>
  readonly problems: readonly string[]
}

const SERVERS = 4
const WRITERS = 8
/** Who is frozen or cut off answers nobody; a writer that asked it asks again then, as long as its transaction may idle. */
const PATIENCE_MS = 2000

export const runs: Readonly<Record<string, (order: TeamOrder) => Promise<TeamOutcome>>> = {
  'lost-update': (order) =>
    onCluster(order, (cluster) => raise(cluster, { writers: WRITERS, changes: scaled(order, 40_000), warmUp: 0 })),
  'create-race': (order) => onCluster(order, (cluster) => race(cluster, scaled(order, 10_000))),
  'mixed-writers': (order) =>
    onCluster(order, (cluster) => mixWriters(cluster, { writers: WRITERS, changes: scaled(order, 5_000), seed: order.seed })),
  pairs: (order) => onCluster(order, (cluster) => writeAndRead(cluster, scaled(order, 100_000))),
  reads: (order) => onCluster(order, (cluster) => compareReads(cluster, { folder: order.folder, reads: scaled(order, 10_000) })),
  notified: (order) => onCluster(order, (cluster) => tellOthers(cluster, scaled(order, 2_000))),
  sessions: (order) =>
    onCluster(order, async (cluster) => {
      const outcomes = [
        await wanderingSession(cluster),
        await wanderingStream(cluster),
        await resumedCall(cluster),
        await wanderingTrace(cluster),
      ]
      return { figures: { runs: outcomes.length }, problems: outcomes.flatMap(({ problems }) => problems) }
    }),
  spaces: (order) => keepApart({ folder: order.folder, servers: SERVERS, principals: 50, calls: scaled(order, 1_000) }),
  models: (order) =>
    onCluster(order, async (cluster) => {
      const outcomes = await playModels(cluster, { ...order, sequences: scaled(order, 600) })
      const figures = Object.entries(outcomes).map(([name, outcome]) => [`${name} calls`, outcome.figures['calls'] ?? 0])
      const problems = Object.values(outcomes).flatMap(({ failures }) => failures.map(({ what }) => what))
      return { figures: Object.fromEntries(figures), problems }
    }),
  kills: (order) =>
    underFire(order, { times: 1000, everyMs: 2000, lookMs: 300 }, async (cluster, at) => {
      await cluster.kill(at)
      await cluster.startServer(at)
    }),
  freezes: (order) =>
    underFire(order, { times: 50, everyMs: 6000, patienceMs: PATIENCE_MS }, async (cluster, at) => {
      cluster.server(at).child.kill('SIGSTOP')
      await sleep(4000)
      cluster.server(at).child.kill('SIGCONT')
    }),
  cuts: (order) =>
    underFire(order, { times: 50, everyMs: 6000, patienceMs: PATIENCE_MS, wired: true }, async (cluster, at) => {
      cluster.wire(at).cut()
      await sleep(4000)
      cluster.wire(at).mend()
    }),
  'restart-fast': (order) => underFire(order, { times: 50, everyMs: 3000 }, (cluster) => restart(cluster, 'fast')),
  'restart-immediate': (order) => underFire(order, { times: 50, everyMs: 3000 }, (cluster) => restart(cluster, 'immediate')),
  joins: (order) =>
    onCluster(order, async (cluster) => {
      await cluster.kill(SERVERS - 1)
      return joinLate(cluster, { folder: order.folder, notes: scaled(order, 10_000), at: SERVERS - 1 })
    }),
  promotion: (order) => promote(order, scaled(order, 20)),
  alone: (order) =>
    onCluster(order, (cluster) => raise(cluster, { writers: 1, changes: scaled(order, 5_000), warmUp: scaled(order, 4_000) })),
}

function scaled({ scale }: TeamOrder, full: number): number {
  return Math.max(1, Math.round(full * scale))
}

async function onCluster(
  order: TeamOrder,
  work: (cluster: Cluster) => Promise<TeamOutcome>,
  { wired } = { wired: false },
): Promise<TeamOutcome> {
  const cluster = await Cluster.start({ folder: order.folder, servers: SERVERS, wired })
  try {
    const outcome = await work(cluster)
    const differing = await differences(cluster, SERVERS)
    return { ...outcome, problems: [...outcome.problems, ...differing.map((path) => `a mirror differs: ${path}`)] }
  } finally {
    await cluster.stop()
  }
}

async function raise(
  cluster: Cluster,
  of: { readonly writers: number; readonly changes: number; readonly warmUp: number },
): Promise<TeamOutcome> {
  let left = of.warmUp
  if (left > 0) await raiseCounters(cluster, { writers: of.writers, until: () => left-- <= 0 })
  left = of.changes
  const before = cpuTimes(cluster)
  const { figures, problems } = counted(await raiseCounters(cluster, { writers: of.writers, until: () => left-- <= 0 }))
  return { figures: { ...figures, ...cpuPer(of.changes, [before, cpuTimes(cluster)]) }, problems }
}

function counted({ problems, ...figures }: CounterFigures): TeamOutcome {
  const { lost, doubled } = figures
  const wrong = lost + doubled === 0 ? [] : [`${lost} changes lost, ${doubled} doubled`]
  return { figures: { ...figures }, problems: [...wrong, ...new Set(problems)] }
}

/** Counters are raised while something happens to one server after the other. */
function underFire(
  order: TeamOrder,
  fire: {
    readonly times: number
    readonly everyMs: number
    readonly lookMs?: number
    readonly patienceMs?: number
    readonly wired?: boolean
  },
  strike: (cluster: Cluster, at: number) => Promise<void>,
): Promise<TeamOutcome> {
  const work = async (cluster: Cluster): Promise<TeamOutcome> => {
    const times = scaled(order, fire.times)
    let isOver = false
    const pauses = createPauses(fire.lookMs ?? fire.everyMs)
    const counting = raiseCounters(cluster, {
      writers: WRITERS,
      until: () => isOver,
      ...(fire.patienceMs === undefined ? {} : { patienceMs: fire.patienceMs }),
      onAcknowledged: pauses.acknowledged,
    })
    counting.catch(() => {})
    await sleep(500)
    for (let time = 0; time < times; time++) {
      const next = performance.now() + fire.everyMs
      pauses.begin()
      await strike(cluster, time % SERVERS)
      await sleep(Math.max(0, next - performance.now()))
      if (time % 20 === 19) order.report(`${time + 1} of ${times}`)
    }
    isOver = true
    const { figures, problems } = counted(await counting)
    return { figures: { times, ...figures, ...pauses.figures() }, problems }
  }
  return onCluster(order, work, { wired: fire.wired ?? false })
}

/** After each strike: the longest time in which nobody's change was acknowledged. */
function createPauses(withinMs: number) {
  const longest: number[] = []
  let last = Number.NaN
  let until = 0
  return {
    begin(): void {
      last = performance.now()
      until = last + withinMs
      longest.push(0)
    },
    acknowledged(): void {
      const now = performance.now()
      if (last < until) longest.push(Math.max(longest.pop()!, now - last))
      last = now
    },
    figures(): Record<string, number> {
      const sorted = longest.toSorted((a, b) => a - b)
      const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
      return { 'pause p50 ms': at(0.5), 'pause p95 ms': at(0.95), 'pause max ms': at(1) }
    },
  }
}

/** The database dies, and its synchronous standby takes its place: what was acknowledged is there. */
export async function promote(order: Pick<TeamOrder, 'folder' | 'report'>, times: number): Promise<TeamOutcome> {
  const outcomes: TeamOutcome[] = []
  for (let time = 0; time < times; time++) {
    const postgres = await startPostgres()
    const standby = await postgres.standby()
    const cluster = await Cluster.start({ folder: join(order.folder, String(time)), servers: 2, wired: true, postgres })
    try {
      let isOver = false
      const counting = raiseCounters(cluster, { writers: 4, until: () => isOver })
      counting.catch(() => {})
      await sleep(1500)
      await postgres.stop('immediate')
      await standby.promote()
      cluster.lead(standby.url)
      await sleep(3000)
      isOver = true
      const outcome = counted(await counting)
      const differing = await differences(cluster, 2)
      outcomes.push({ ...outcome, problems: [...outcome.problems, ...differing.map((path) => `a mirror differs: ${path}`)] })
    } finally {
      await cluster.stop()
      await standby.close()
      await postgres.close()
    }
    order.report(`${time + 1} of ${times}`)
  }
  const acknowledged = outcomes.reduce((sum, { figures }) => sum + Number(figures['acknowledged']), 0)
  const gap = Math.max(...outcomes.map(({ figures }) => Number(figures['longestGapMs'])))
  return { figures: { times, acknowledged, longestGapMs: gap }, problems: outcomes.flatMap(({ problems }) => problems) }
}

async function restart(cluster: Cluster, how: 'fast' | 'immediate'): Promise<void> {
  await cluster.postgres.stop(how)
  await cluster.postgres.start()
}

/** Everybody tries to create every note: one succeeds. */
export async function race(cluster: Cluster, names: number): Promise<TeamOutcome> {
  const clients = cluster.origins.map((origin) => connectTeam(origin))
  const wins = new Map<string, number>()
  await Promise.all(
    clients.map(async (client, at) => {
      for (let name = 0; name < names; name++) {
        const path = `race/${name % 100}/${name}.md`
        const answer = await client.call('vault_create', { path, content: `${at}` })
        if (answer.ok) wins.set(path, (wins.get(path) ?? 0) + 1)
        else if (answer.code !== 'conflict') throw new Error(`${answer.code} ${answer.message}`)
      }
    }),
  )
  for (const client of clients) client.close()
  const twice = [...wins].filter(([, count]) => count !== 1).map(([path]) => `created twice: ${path}`)
  return { figures: { names, winners: wins.size }, problems: wins.size === names ? twice : [...twice, 'some have no winner'] }
}

/** Written on one, read on another at once. */
export async function writeAndRead(cluster: Cluster, pairs: number): Promise<TeamOutcome> {
  const clients = cluster.origins.map((origin) => connectTeam(origin))
  const problems: string[] = []
  const reads: number[] = []
  const chains = clients.length
  const play = async (chain: number): Promise<void> => {
    const path = `pairs/${chain}.md`
    await clients[chain]!.call('vault_create', { path, content: 'x' })
    for (let turn = 0; turn < pairs / chains; turn++) {
      const [writer, reader] = [clients[(chain + turn) % chains]!, clients[(chain + turn + 1) % chains]!]
      const content = `${chain} ${turn}`
      const written = await writer.call('vault_write', { path, content, mode: 'overwrite' })
      if (!written.ok) throw new Error(`${written.code} ${written.message}`)
      const begun = performance.now()
      const read = await reader.call('vault_read', { path, full: true })
      reads.push(performance.now() - begun)
      if (!read.ok || read.output['text'] !== content) problems.push(`stale: ${content} is ${JSON.stringify(read)}`.slice(0, 300))
    }
  }
  await Promise.all(clients.map((_, chain) => play(chain)))
  for (const client of clients) client.close()
  reads.sort((a, b) => a - b)
  const p50 = Math.round((reads[Math.floor(reads.length / 2)] ?? 0) * 100) / 100
  return { figures: { pairs: reads.length, stale: problems.length, 'read p50 ms': p50 }, problems }
}
