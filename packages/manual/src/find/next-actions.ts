import type { Findings } from './findings.ts'

export const actionTypes = ['manual_hits', 'manual_read', 'manual_find'] as const

export interface NextAction {
  readonly type: (typeof actionTypes)[number]
  readonly confidence: number | null
  readonly params: Record<string, unknown> | null
}

/** What to call next: the place of a conflict, else the ranked evidence; and the files that were not reached, while there are some. */
export function nextActions(findings: Findings, traceId: string): NextAction[] {
  const [conflict] = findings.conflicts
  const first: NextAction =
    conflict === undefined
      ? { type: 'manual_hits', confidence: 0.7, params: { trace_id: traceId, kind: 'integrated_top', offset: 0, limit: 20 } }
      : { type: 'manual_read', confidence: 0.7, params: { ref: placeOf(conflict.ref), scope: readable(conflict.ref.path) } }
  return findings.unscanned.length === 0 ? [first] : [first, searchTheRest(findings, traceId)]
}

/** Searching only what was left makes the chain end: each answer leaves fewer files than the one before. */
function searchTheRest({ query }: Findings, traceId: string): NextAction {
  return { type: 'manual_find', confidence: 0.5, params: { query, only_unscanned_from_trace_id: traceId } }
}

function placeOf({ manual_id, path, start_line }: Findings['conflicts'][number]['ref']) {
  return { manual_id, path, start_line }
}

/** A JSON file has no sections. */
function readable(path: string): 'section' | 'file' {
  return /\.json$/i.test(path) ? 'file' : 'section'
}
