import { readdirSync, readFileSync } from 'node:fs'

/** Bytes that a process holds. */
export interface ProcessMemory {
  /** Its own pages, and its share of those that it has in common with others. */
  readonly total: number
  /** Heaps, buffers, stacks: what would be free without it. */
  readonly own: number
  /** Its share of the program and libraries. */
  readonly code: number
  readonly threads: number
}

/** As the kernel counts it; undefined for a process that has ended or is somebody else's, and on systems that do not tell. */
export function processMemory(pid: number | 'self' = 'self'): ProcessMemory | undefined {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1024
    const threads = readdirSync(`/proc/${pid}/task`).length
    return { total: bytes('Pss'), own: bytes('Pss_Anon'), code: bytes('Pss_File'), threads }
  } catch {
    return undefined
  }
}

/** Tells a process from a later one that got its number; undefined when there is none of that number. */
export function processBirth(pid: number): string | undefined {
  try {
    // Behind the name, which may hold anything in its parentheses: state, parent … the twentieth is when it began.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
  } catch {
    return isAlive(pid) ? 'unknown' : undefined
  }
}

function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
