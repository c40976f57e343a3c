import type { Clock, Logger, StatsRows } from '@shoko/contract'
import { sha256 } from '@shoko/core-fs'
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
/** After so long the rows of other servers are asked for again. */
const RENEW_MS = 60_000

type AdaptiveSettings = Pick<ManualSettings, 'adaptiveTuning' | 'adaptiveCandidateLowBase' | 'adaptiveFileBiasBase'>

export interface AdaptivePorts {
  readonly rows: StatsRows
  /** Other servers add rows too. */
  readonly isShared?: boolean
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Learns from the last day how often searches are cut off by their budgets. The rows are read once, when they are first needed;
 * after that this process knows its own, and those of other servers a minute later.
 */
export function createAdaptiveStats(settings: AdaptiveSettings, ports: AdaptivePorts): AdaptiveStats {
  const { rows, isShared = false, clock, logger } = ports
  const base: Thresholds = { candidateLow: settings.adaptiveCandidateLowBase, fileBias: settings.adaptiveFileBiasBase }
  let recent: Promise<RecentCuts> | undefined
  let writing: Promise<void> = Promise.resolve()

  let readAt = 0

  function load(): Promise<RecentCuts> {
    if (recent !== undefined && (!isShared || clock.now() - readAt < RENEW_MS)) return recent
    readAt = clock.now()
    const before = recent
    recent = rows.since(clock.now() - DAY_MS).then(
      (found) => [...found],
      async (cause: unknown) => {
        logger.log('warn', { event: 'manual_stats_not_read', cause: String(cause) })
        return (await before) ?? []
      },
    )
    return recent
  }

  async function write(full: StatsRow): Promise<void> {
    const cuts = await load()
    cuts.push({ ts: full.ts, cutOff: full.cut_off })
    try {
      await rows.add(full)
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

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
