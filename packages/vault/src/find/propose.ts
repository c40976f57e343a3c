import type { FindRequest } from './find.ts'
import type { Hit } from './gather.ts'
import type { NotePassage } from './note-passages.ts'
import type { FindSummary } from './summarize.ts'

export interface NextAction {
  readonly type: 'vault_read' | 'vault_scan' | 'vault_find' | 'vault_search' | 'stop'
  readonly confidence: number
  readonly params: Record<string, unknown> | null
}

export interface Found {
  readonly request: FindRequest
  readonly summary: FindSummary
  readonly hits: readonly Hit[]
  readonly passages: readonly NotePassage[]
  /** Where nothing was found: notes whose title or path is written much like the query. */
  readonly alike: readonly string[]
}

/** Lines before and after the best ones that are worth reading with them. */
const AROUND = 10

/** The answer is in the passages, or around them, or outside of the scope, or written in another way. No proposal repeats its call. */
export function proposeNext({ request, summary, hits, passages, alike }: Found): NextAction[] {
  if (summary.integration_status === 'ready') return [STOP]
  const wider: NextAction[] = isNarrowed(request)
    ? [{ type: 'vault_find', confidence: 0.5, params: { query: request.query } }]
    : []
  const best = placeOf(passages[0], hits[0])
  if (best === undefined) {
    const search: NextAction = { type: 'vault_search', confidence: 0.4, params: { query: request.query, mode: 'loose' } }
    const meant = isNarrowed(request) ? [] : alike.slice(0, 1).map(readWhole)
    const others = [...meant, ...(summary.scanned_files > 0 ? [search] : []), ...wider]
    return others.length > 0 ? others : [STOP]
  }
  const { path, start, end } = best
  const range = { start_line: Math.max(1, start - AROUND), end_line: end + AROUND }
  return [
    { type: 'vault_read', confidence: 0.6, params: { path, range } },
    { type: 'vault_scan', confidence: 0.5, params: { path, cursor: { start_line: 1 } } },
    ...wider,
  ]
}

function readWhole(path: string): NextAction {
  return { type: 'vault_read', confidence: 0.4, params: { path, range: {} } }
}

const STOP: NextAction = { type: 'stop', confidence: 0.9, params: null }

function placeOf(passage: NotePassage | undefined, hit: Hit | undefined) {
  if (passage !== undefined) return { path: passage.path, start: passage.start_line, end: passage.end_line }
  return hit === undefined ? undefined : { path: hit.path, start: hit.start, end: hit.end }
}

function isNarrowed({ scope }: FindRequest): boolean {
  return !['', '.'].includes(scope.relative_dir?.trim() ?? '') || (scope.glob?.trim() ?? '') !== ''
}
