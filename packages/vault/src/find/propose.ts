import type { FindRequest } from './find.ts'
import type { Candidate } from './integrate.ts'
import type { FindSummary } from './summarise.ts'

export interface NextAction {
  readonly type: 'vault_scan' | 'vault_find' | 'stop'
  readonly confidence: number
  readonly params: Record<string, unknown> | null
}

export interface Findings {
  readonly request: FindRequest
  readonly summary: FindSummary
  /** The first file in scope, to fall back on when nothing matched. */
  readonly firstFile: string | undefined
}

const BIASED_FROM = 0.8

/** The first rule that applies decides. No proposal repeats the call it comes from. */
export function proposeNext(candidates: readonly Candidate[], { request, summary, firstFile }: Findings): NextAction[] {
  if (summary.integration_status === 'ready') return [stop(0.9)]
  if (summary.gap_ranges_count > 0) {
    const path = bestFile(candidates) ?? firstFile
    return [path === undefined ? stop(0.7) : { type: 'vault_scan', confidence: 0.7, params: { path, cursor: { start_line: 1 } } }]
  }
  if (summary.file_bias_ratio >= BIASED_FROM && isNarrowed(request)) {
    return [{ type: 'vault_find', confidence: 0.6, params: { query: request.query } }]
  }
  return [stop(0.7)]
}

function stop(confidence: number): NextAction {
  return { type: 'stop', confidence, params: null }
}

/** The file that covers the most of the query, then the one with the most places, then the first. */
function bestFile(candidates: readonly Candidate[]): string | undefined {
  const files = Array.from(
    Map.groupBy(candidates, (candidate) => candidate.path),
    ([path, places]) => ({ path, terms: new Set(places.flatMap((place) => place.terms)).size, places: places.length }),
  )
  return files.sort((a, b) => b.terms - a.terms || b.places - a.places)[0]?.path
}

function isNarrowed({ scope }: FindRequest): boolean {
  return !['', '.'].includes(scope.relative_dir?.trim() ?? '') || (scope.glob?.trim() ?? '') !== ''
}
