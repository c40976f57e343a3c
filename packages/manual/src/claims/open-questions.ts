import type { NodeRef } from '../corpus/node-place.ts'
import { type ClaimGraph, type Evidence, edgesOf, evidenceBehind } from './claim-graph.ts'
import { type Reference, readReference } from './references.ts'

/** Both sides of a conflict: the sentence that stands against a claim, and the claim's own. */
export interface Conflict {
  readonly ref: NodeRef
  readonly reason: 'claim_conflict'
  readonly conflict_with: readonly string[]
  readonly quote: string
  readonly other: { readonly ref: NodeRef; readonly quote: string }
}

export interface Gap {
  readonly reason: 'gap'
  readonly gap_hint: string
  /** The sentence that refers to another place, and that place. */
  readonly reference?: Reference & { readonly from: NodeRef }
  /** Where that place is, when it was found. */
  readonly to?: NodeRef
}

/** One row for each conflicted claim. */
export function conflictsOf(graph: ClaimGraph): Conflict[] {
  return graph.claims.flatMap(({ claim_id, status }) => {
    const [against] = edgesOf(graph, claim_id, 'contradicts')
    if (status !== 'conflicted' || against === undefined) return []
    const [own] = [...edgesOf(graph, claim_id, 'supports'), ...edgesOf(graph, claim_id, 'requires_followup')]
    const { ref, quote } = evidenceBehind(graph, against)
    const other = sideOf(own === undefined ? undefined : evidenceBehind(graph, own))
    return other === undefined ? [] : [{ ref, reason: 'claim_conflict' as const, conflict_with: [claim_id], quote, other }]
  })
}

/** One row for each claim that nothing answers, or that only sends the reader elsewhere. */
export function gapsOf(graph: ClaimGraph): Gap[] {
  return graph.claims.flatMap(({ claim_id, status, facet }) => {
    if (status !== 'unresolved') return []
    const [edge] = edgesOf(graph, claim_id, 'requires_followup')
    if (edge === undefined) return [gap(`${facet}: nothing in the manuals answers this; rephrase the query or widen the scope`)]
    const { ref, quote } = evidenceBehind(graph, edge)
    const reference = readReference(quote)
    const hint = `${facet}: ${ref.manual_id}/${ref.path}:${ref.start_line} refers to ${reference?.place ?? 'another place'}`
    return [{ ...gap(hint), ...(reference === undefined ? {} : { reference: { ...reference, from: ref } }) }]
  })
}

/** A search that should have been widened and could not be has at least this gap. */
export const notWidened: Gap = gap(
  'the search should have been widened and was not; search on with expand_scope or a larger budget',
)

function gap(hint: string): Gap {
  return { reason: 'gap', gap_hint: hint }
}

function sideOf(evidence: Evidence | undefined): Conflict['other'] | undefined {
  return evidence === undefined ? undefined : { ref: evidence.ref, quote: evidence.quote }
}
