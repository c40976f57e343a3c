import { readdirSync, readFileSync } from 'node:fs'

export interface Held {
  readonly pid: number
  readonly command: string
  /** Megabytes: the process's own pages, and its share of those that it has in common with others. */
  readonly pss: number
  readonly anonymous: number
}

/** Every process that was started with this in its environment, with what it holds. */
export function processesWith(mark: string): Held[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => held(Number(name), mark))
}

function held(pid: number, mark: string): Held[] {
  try {
    if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)) return []
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return [{ pid, command, pss: megabytes(rollup, 'Pss'), anonymous: megabytes(rollup, 'Anonymous') }]
  } catch {
    return [] // it has ended meanwhile, or is somebody else's
  }
}

function megabytes(rollup: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) / 1024
}
