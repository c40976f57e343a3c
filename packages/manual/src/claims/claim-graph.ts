import type { NodeRef } from '../corpus/node-place.ts'
import type { Signal } from '../find/candidate.ts'
import type { Facet } from '../words/facet-hints.ts'

export interface Claim {
  readonly claim_id: string
  readonly facet: Facet
  readonly text: string
  readonly status: ClaimStatus
  readonly confidence: number
}

export const claimStatuses = ['supported', 'conflicted', 'unresolved'] as const
export type ClaimStatus = (typeof claimStatuses)[number]

export interface Evidence {
  readonly evidence_id: string
  readonly ref: NodeRef
  readonly signals: readonly Signal[]
  readonly score: number
  readonly snippet_digest: string
  /** The sentence, at most 240 characters of it. */
  readonly quote: string
}

export const relations = ['supports', 'contradicts', 'requires_followup'] as const
export type Relation = (typeof relations)[number]

export interface Edge {
  readonly from_claim_id: string
  readonly to_evidence_id: string
  readonly relation: Relation
  readonly confidence: number
}

export const coverageStatuses = ['covered', 'partial', 'missing'] as const

export interface FacetCoverage {
  readonly facet: Facet
  readonly claim_count: number
  readonly supported_count: number
  readonly conflicted_count: number
  readonly unresolved_count: number
  readonly coverage_status: (typeof coverageStatuses)[number]
}

/** What the manuals say about a question, sentence by sentence. */
export interface ClaimGraph {
  readonly claims: readonly Claim[]
  readonly evidences: readonly Evidence[]
  readonly edges: readonly Edge[]
  readonly facets: readonly FacetCoverage[]
}

/** The edges of a claim of one kind, strongest first. */
export function edgesOf({ edges }: ClaimGraph, claimId: string, relation: Relation): Edge[] {
  return edges
    .filter((edge) => edge.from_claim_id === claimId && edge.relation === relation)
    .toSorted((a, b) => b.confidence - a.confidence)
}

/** Evidences are numbered from 1 in their order, and edges are built from them. */
export function evidenceBehind({ evidences }: Pick<ClaimGraph, 'evidences'>, { to_evidence_id }: Edge): Evidence {
  return evidences[Number(to_evidence_id.slice(EVIDENCE_PREFIX.length)) - 1]!
}

export const EVIDENCE_PREFIX = 'ev:'

export function coverageOf(facet: Facet, claims: readonly Claim[]): FacetCoverage {
  const count = (status: ClaimStatus) => claims.filter((claim) => claim.status === status).length
  const supported = count('supported')
  return {
    facet,
    claim_count: claims.length,
    supported_count: supported,
    conflicted_count: count('conflicted'),
    unresolved_count: count('unresolved'),
    coverage_status: supported === 0 ? 'missing' : supported === claims.length ? 'covered' : 'partial',
  }
}
