import { readdirSync, readFileSync } from 'node:fs'
import type { Cluster } from './cluster.ts'

/** Processor time so far, in milliseconds; the clock of a shared machine says less. Empty where the system does not tell. */
export interface CpuTimes {
  readonly servers: number
  readonly database: number
  /** This process: writers, balancer, and who looks on. */
  readonly bench: number
}

const TICK_MS = 10

interface Process {
  readonly parent: number
  readonly ms: number
}

export function cpuTimes(cluster: Cluster): CpuTimes | undefined {
  const all = processes()
  const database = cluster.postgres.pid
  if (all === undefined || database === undefined) return undefined
  const servers = cluster.pids.reduce((sum, pid) => sum + (all.get(pid)?.ms ?? 0), 0)
  const own = [...all.values()].filter(({ parent }) => parent === database).reduce((sum, { ms }) => sum + ms, 0)
  const { user, system } = process.cpuUsage()
  return { servers, database: own + (all.get(database)?.ms ?? 0), bench: (user + system) / 1000 }
}

/** What each of these changes has cost. */
export function cpuPer(changes: number, [from, to]: readonly [CpuTimes | undefined, CpuTimes | undefined]) {
  if (from === undefined || to === undefined) return {}
  const each = (name: keyof CpuTimes) => Math.round(((to[name] - from[name]) / changes) * 100) / 100
  return { 'cpu ms servers': each('servers'), 'cpu ms database': each('database'), 'cpu ms bench': each('bench') }
}

function processes(): Map<number, Process> | undefined {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return new Map(pids.flatMap((pid) => entryOf(Number(pid))))
  } catch {
    return undefined
  }
}

function entryOf(pid: number): [number, Process][] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // from the third on; the second may hold anything
    return [[pid, { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS }]]
  } catch {
    return [] // it has ended meanwhile
  }
}
