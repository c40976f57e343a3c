import type { NodeRef } from '../corpus/node-place.ts'
import type { Findings } from './findings.ts'

export const actionTypes = ['manual_hits', 'manual_read', 'manual_find'] as const

export interface NextAction {
  readonly type: (typeof actionTypes)[number]
  readonly confidence: number | null
  readonly params: Record<string, unknown> | null
}

/**
 * What to call next. First the section that the best passage is from; then the other side of a conflict, or the place that the
 * manuals refer to; and the files that were not reached, while there are some.
 */
export function nextActions(findings: Findings, traceId: string): NextAction[] {
  const { conflicts, unscanned, summary } = findings
  const [conflict] = conflicts
  const best = bestSection(findings)
  const actions: NextAction[] = []
  if (best !== undefined) actions.push(read(best, summary.integration_status === 'ready' ? 0.9 : 0.7))
  if (conflict !== undefined && !isSamePlace(conflict.ref, best)) actions.push(read(conflict.ref, 0.7))
  actions.push(...followUps(findings, { traceId, best }))
  if (unscanned.length > 0) actions.push(searchTheRest(findings, traceId))
  return actions
}

/** Where the manuals refer to for the answer, or all that was found when that place is not known. */
function followUps(
  { gaps }: Findings,
  { traceId, best }: { readonly traceId: string; readonly best: NodeRef | undefined },
): NextAction[] {
  const gap = gaps.find(({ reference }) => reference !== undefined)
  if (gap === undefined) return []
  if (gap.to === undefined)
    return [{ type: 'manual_hits', confidence: 0.6, params: { trace_id: traceId, kind: 'integrated_top' } }]
  return isSamePlace(gap.to, best) ? [] : [read(gap.to, 0.6)]
}

function bestSection({ passages, candidates }: Findings): NodeRef | undefined {
  return passages[0]?.place.ref ?? candidates[0]?.place.ref
}

function read(ref: NodeRef, confidence: number): NextAction {
  return { type: 'manual_read', confidence, params: { ref: placeOf(ref), scope: readable(ref.path) } }
}

function isSamePlace(a: NodeRef, b: NodeRef | undefined): boolean {
  return a.manual_id === b?.manual_id && a.path === b.path && a.start_line === b.start_line
}

/** Searching only what was left makes the chain end: each answer leaves fewer files than the one before. */
function searchTheRest({ query }: Findings, traceId: string): NextAction {
  return { type: 'manual_find', confidence: 0.5, params: { query, only_unscanned_from_trace_id: traceId } }
}

function placeOf({ manual_id, path, start_line }: NodeRef) {
  return { manual_id, path, start_line }
}

/** A JSON file has no sections. */
function readable(path: string): 'section' | 'file' {
  return /\.json$/i.test(path) ? 'file' : 'section'
}
