import type { Passage, PassageRef } from './passages.ts'

export interface Claim {
  readonly claim_id: string
  readonly facet: string
  readonly text: string
  readonly status: 'supported' | 'conflicted' | 'unresolved'
  readonly confidence: number
}

export interface Evidence {
  readonly evidence_id: string
  readonly ref: { readonly manual_id: string; readonly path: string; readonly start_line: number }
  readonly quote: string
  readonly score: number
}

export type Relation = 'supports' | 'contradicts' | 'requires_followup'

interface Edge {
  readonly from_claim_id: string
  readonly to_evidence_id: string
  readonly relation: Relation
  readonly confidence: number
}

interface Facet {
  readonly facet: string
  readonly claim_count: number
}

/** What manual_find answers with its claims. */
export interface Weighed {
  readonly passages: readonly Omit<Passage, 'family'>[]
  readonly claim_graph: {
    readonly claims: readonly Claim[]
    readonly evidences: readonly Evidence[]
    readonly edges: readonly Edge[]
    readonly facets: readonly Facet[]
    readonly truncated: boolean
  }
  readonly summary: {
    readonly scanned_files: number
    readonly candidates: number
    readonly conflict_count: number
    readonly gap_count: number
    readonly integration_status: string
  }
}

export interface Sided {
  readonly evidence: Evidence
  readonly confidence: number
}

/** What stands on one side of a claim, strongest first. */
export function sideOf({ claim_graph: { edges, evidences } }: Weighed, claim: Claim, relation: Relation): readonly Sided[] {
  const byId = new Map(evidences.map((evidence) => [evidence.evidence_id, evidence]))
  return edges
    .filter((edge) => edge.from_claim_id === claim.claim_id && edge.relation === relation)
    .toSorted((a, b) => b.confidence - a.confidence)
    .flatMap(({ to_evidence_id, confidence }) => {
      const evidence = byId.get(to_evidence_id)
      return evidence === undefined ? [] : [{ evidence, confidence }]
    })
}

/** What the question asks for and nothing answers. */
export function gapsOf({
  claim_graph: { claims, facets },
}: Weighed): readonly { readonly facet: string; readonly text: string }[] {
  const unresolved = claims.filter(({ status }) => status === 'unresolved').map(({ facet, text }) => ({ facet, text }))
  const missing = facets.filter(({ claim_count }) => claim_count === 0)
  return [...unresolved, ...missing.map(({ facet }) => ({ facet, text: '' }))]
}

/** Whether a passage holds the place of a piece of evidence. */
export function isAt(passage: PassageRef, { ref }: Evidence): boolean {
  const { manual_id, path, start_line = 0, end_line = start_line } = passage
  return manual_id === ref.manual_id && path === ref.path && start_line <= ref.start_line && ref.start_line <= end_line
}
