import type { Thresholds } from '../adaptive/adaptive-stats.ts'
import type { CacheKey } from '../cache/find-cache.ts'
import type { ManualContext } from '../context.ts'
import { type Findings, wasCut } from './findings.ts'
import type { FindQuery } from './query.ts'
import type { FindRequest } from './request.ts'

type Known = Awaited<ReturnType<ManualContext['cache']['lookUp']>>

/** Undefined when the cache is not to be used. A search of what a trace left out is asked once and not kept. */
export function cacheKeyOf(ctx: ManualContext, request: FindRequest, query: FindQuery): CacheKey | undefined {
  if (!request.useCache || request.onlyUnscannedFrom !== undefined) return undefined
  const manualId = request.manualId ?? ctx.settings.defaultManualId
  // A search that may widen depends on every manual.
  const fingerprint = ctx.corpus.fingerprint(request.expandScope ? undefined : manualId)
  const { maxCandidates, timeMs } = request.limits
  const scope = JSON.stringify([manualId ?? null, request.expandScope, maxCandidates, timeMs, fingerprint])
  return { scope, query: query.normalized.trim() }
}

export async function lookUp(ctx: ManualContext, key: CacheKey | undefined): Promise<Known> {
  return key === undefined ? undefined : ctx.cache.lookUp(key)
}

export interface Remembered {
  readonly key: CacheKey | undefined
  readonly known: Known
  readonly findings: Findings
  readonly query: FindQuery
  readonly thresholds: Thresholds
  readonly began: number
}

/** Keeps a whole answer for the next asker, and a row about the search for the thresholds of later ones. */
export async function remember(
  ctx: ManualContext,
  { key, known, findings, query, thresholds, began }: Remembered,
): Promise<void> {
  const cut = wasCut(findings)
  if (key !== undefined && known === undefined && !cut) await ctx.cache.store(key, findings)
  const { candidates, scanned_files, gap_count, conflict_count } = findings.summary
  ctx.stats.record({
    query: query.normalized.trim(),
    candidates,
    scanned_files,
    unscanned_files: findings.unscanned.reduce((sum, { count }) => sum + count, 0),
    gap_count,
    conflict_count,
    candidate_low: thresholds.candidateLow,
    file_bias: thresholds.fileBias,
    cut_off: cut,
    cache: known?.mode ?? (key === undefined ? 'off' : 'miss'),
    latency_ms: ctx.clock.now() - began,
  })
}
