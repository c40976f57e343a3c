import type { NodeRef } from '../corpus/node-place.ts'
import { type ClaimGraph, evidenceBehind, strongestEdge } from './claim-graph.ts'

export interface Conflict {
  readonly ref: NodeRef
  readonly reason: 'claim_conflict'
  readonly conflict_with: readonly string[]
}

export interface Gap {
  readonly reason: 'gap'
  readonly gap_hint: string
}

/** One row for each claim that an evidence contradicts, with the strongest such evidence. */
export function conflictsOf(graph: ClaimGraph): Conflict[] {
  return graph.claims.flatMap(({ claim_id }) => {
    const edge = strongestEdge(graph, claim_id, 'contradicts')
    return edge === undefined
      ? []
      : [{ ref: evidenceBehind(graph, edge).ref, reason: 'claim_conflict' as const, conflict_with: [claim_id] }]
  })
}

/** One row for each claim that is unresolved or sends the reader elsewhere. */
export function gapsOf(graph: ClaimGraph): Gap[] {
  return graph.claims.flatMap(({ claim_id, status, facet }) => {
    const edge = strongestEdge(graph, claim_id, 'requires_followup')
    if (edge !== undefined) return [gap(`${facet}: follow up ${placeOf(evidenceBehind(graph, edge).ref)}`)]
    return status === 'unresolved'
      ? [gap(`${facet}: no evidence supports an answer yet; widen the scope or rephrase the query`)]
      : []
  })
}

/** A search that should have been widened and could not be has at least this gap. */
export const notWidened: Gap = gap(
  'the search should have been widened and was not; search on with expand_scope or a larger budget',
)

function gap(hint: string): Gap {
  return { reason: 'gap', gap_hint: hint }
}

function placeOf(ref: NodeRef): string {
  return `${ref.manual_id}/${ref.path}:${ref.start_line}`
}
