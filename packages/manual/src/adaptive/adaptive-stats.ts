import { type Clock, DomainError, type Logger } from '@shoko/contract'
import { parseDirectory, parsePath, type RelativePath, type Root, sha256 } from '@shoko/core-fs'
import type { CacheMode } from '../cache/find-cache.ts'
import type { ManualSettings } from '../settings.ts'

/** One search, without any of its text. */
export interface StatsRow {
  readonly ts: number
  readonly query_hash: string
  readonly candidates: number
  readonly scanned_files: number
  readonly unscanned_files: number
  readonly gap_count: number
  readonly conflict_count: number
  readonly candidate_low: number
  readonly file_bias: number
  readonly cut_off: boolean
  readonly cache: CacheMode
  readonly latency_ms: number
}

/** A search as it is reported: of its query, a hash is kept. */
export interface SearchRow extends Omit<StatsRow, 'ts' | 'query_hash'> {
  readonly query: string
}

/** When stage 4 runs. */
export interface Thresholds {
  readonly candidateLow: number
  readonly fileBias: number
}

export interface AdaptiveStats {
  thresholds(): Promise<Thresholds>
  /** Returns at once; the row is written behind the answer. */
  record(search: SearchRow): void
  /** Waits for rows under way. */
  close(): Promise<void>
}

const DAY_MS = 24 * 60 * 60 * 1000
const MAX_BYTES = 1_000_000
const CURRENT = parsePath('manual-stats.ndjson')
const OLDER = parsePath('manual-stats.1.ndjson')

type AdaptiveSettings = Pick<ManualSettings, 'adaptiveTuning' | 'adaptiveCandidateLowBase' | 'adaptiveFileBiasBase'>

export interface AdaptivePorts {
  readonly cache: Root
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Learns from the last day how often searches are cut off by their budgets. The file is read once, when it is first needed;
 * after that this process knows its own rows, and the file only grows until it is rotated.
 */
export function createAdaptiveStats(settings: AdaptiveSettings, { cache, clock, logger }: AdaptivePorts): AdaptiveStats {
  const base: Thresholds = { candidateLow: settings.adaptiveCandidateLowBase, fileBias: settings.adaptiveFileBiasBase }
  let recent: Promise<RecentCuts> | undefined
  let writing: Promise<void> = Promise.resolve()

  function load(): Promise<RecentCuts> {
    recent ??= readRecent(cache, clock)
    return recent
  }

  async function write(full: StatsRow): Promise<void> {
    const cuts = await load()
    cuts.push({ ts: full.ts, cutOff: full.cut_off })
    try {
      await appendRow(cache, full)
    } catch (cause) {
      // Statistics never fail a search.
      logger.log('warn', { event: 'manual_stats_not_written', cause: String(cause) })
    }
  }

  return {
    async thresholds() {
      return settings.adaptiveTuning ? tuned(base, cutOffRate(await load(), clock.now())) : base
    },
    record(search) {
      if (!settings.adaptiveTuning) return
      const { query, ...row } = search
      const full: StatsRow = { ts: clock.now(), query_hash: sha256(query).slice(0, 16), ...row }
      writing = writing.then(() => write(full))
    },
    close: () => writing,
  }
}

type RecentCuts = { readonly ts: number; readonly cutOff: boolean }[]

/** Searches that are often cut off have no room for widening: it starts later; where time is left it starts earlier. */
function tuned(base: Thresholds, rate: number | undefined): Thresholds {
  if (rate === undefined) return base
  const room = 0.1 - rate
  return {
    candidateLow: clamp(Math.round(base.candidateLow + 10 * room), 2, 6),
    fileBias: clamp(base.fileBias - 0.5 * room, 0.7, 0.9),
  }
}

function cutOffRate(recent: RecentCuts, now: number): number | undefined {
  while (recent.length > 0 && recent[0]!.ts < now - DAY_MS) recent.shift()
  if (recent.length === 0) return undefined
  return recent.filter(({ cutOff }) => cutOff).length / recent.length
}

async function readRecent(cache: Root, clock: Clock): Promise<RecentCuts> {
  const rows = [...(await rowsOf(cache, OLDER)), ...(await rowsOf(cache, CURRENT))]
  return rows.filter(({ ts }) => ts >= clock.now() - DAY_MS)
}

async function rowsOf(cache: Root, path: RelativePath): Promise<RecentCuts> {
  const file = await cache.readText(path).catch(() => undefined)
  return file === undefined ? [] : file.text.split('\n').flatMap(parseRow)
}

/** A line that a crash cut short, or that somebody else wrote, is passed over. */
function parseRow(line: string): RecentCuts {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row !== 'object' || row === null) return []
    const { ts, cut_off } = row as Partial<StatsRow> // both are checked in the next line
    return typeof ts === 'number' && typeof cut_off === 'boolean' ? [{ ts, cutOff: cut_off }] : []
  } catch {
    return []
  }
}

async function appendRow(cache: Root, row: StatsRow): Promise<void> {
  // Before the first index is saved there is no folder for the lock.
  await cache.ensureDirectory(parseDirectory(''))
  await cache.exclusive(async () => {
    const info = await cache.find(CURRENT).catch(() => undefined)
    if (info !== undefined && info.size > MAX_BYTES) await rotate(cache)
    const line = `${JSON.stringify(row)}\n`
    await cache.append(CURRENT, line).catch(async (error: unknown) => {
      if (!(error instanceof DomainError) || error.reason !== 'permission_denied') throw error
      await cache.remove(CURRENT) // others could write to it, so it is begun anew
      await cache.append(CURRENT, line)
    })
  })
}

async function rotate(cache: Root): Promise<void> {
  const older = await cache.find(OLDER)
  if (older !== undefined) await cache.remove(OLDER)
  await cache.move(CURRENT, OLDER)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
