import type { NodeRef } from '../corpus/node-place.ts'
import { type Candidate, type Signal, signalList } from '../find/candidate.ts'
import type { Facet } from '../words/facet-hints.ts'
import { edgesBetween, type Relation } from './relations.ts'

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
}

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

export interface ClaimGraph {
  readonly claims: readonly Claim[]
  readonly evidences: readonly Evidence[]
  readonly edges: readonly Edge[]
  readonly facets: readonly FacetCoverage[]
}

export interface Question {
  readonly text: string
  readonly facets: readonly Facet[]
  /** The query's terms that are not hints of a facet, by their place: what the question is about. */
  readonly subject: readonly number[]
}

/** One claim a facet, one evidence a candidate, and edges where an evidence says something about a claim. */
export function buildClaimGraph(question: Question, candidates: readonly Candidate[]): ClaimGraph {
  const evidences = candidates.map(evidenceOf)
  const edges: Edge[] = []
  const claims = question.facets.map((facet, index) => {
    const claimId = `claim:${facet}:${index + 1}`
    const subject = { facet, subject: question.subject }
    const strongest: Record<Relation, number> = { supports: 0, contradicts: 0, requires_followup: 0 }
    for (let place = 0; place < candidates.length; place++) {
      const said = edgesBetween(subject, candidates[place]!)
      for (let part = 0; part < said.length; part++) {
        const { relation, confidence } = said[part]!
        edges.push({ from_claim_id: claimId, to_evidence_id: evidences[place]!.evidence_id, relation, confidence })
        if (confidence > strongest[relation]) strongest[relation] = confidence
      }
    }
    return claimOf({ claimId, facet, text: question.text }, strongest)
  })
  return { claims, evidences, edges, facets: claims.map(coverageOf) }
}

/** The evidence of an edge, for those who start from a claim. */
export function strongestEdge(graph: ClaimGraph, claimId: string, relation: Relation): Edge | undefined {
  let best: Edge | undefined
  let bestWeight = Number.NEGATIVE_INFINITY
  for (const edge of graph.edges) {
    if (edge.relation !== relation || edge.from_claim_id !== claimId) continue
    const weight = edge.confidence * (1 + evidenceBehind(graph, edge).score)
    if (weight > bestWeight) [best, bestWeight] = [edge, weight]
  }
  return best
}

/** Evidences are numbered from 1 in their order, and edges are built from them. */
export function evidenceBehind({ evidences }: ClaimGraph, { to_evidence_id }: Edge): Evidence {
  return evidences[Number(to_evidence_id.slice(PREFIX.length)) - 1]!
}

const PREFIX = 'ev:'

/** Every answer has the same ones, from the first on. */
const IDS: string[] = []

function evidenceId(index: number): string {
  while (IDS.length <= index) IDS.push(`${PREFIX}${IDS.length + 1}`)
  return IDS[index]!
}

function evidenceOf(candidate: Candidate, index: number): Evidence {
  const { place, signals, score } = candidate
  return { evidence_id: evidenceId(index), ref: place.ref, signals: signalList(signals), score, snippet_digest: place.digest }
}

function claimOf(
  { claimId, facet, text }: { readonly claimId: string; readonly facet: Facet; readonly text: string },
  strongest: Readonly<Record<Relation, number>>,
): Claim {
  const { supports, contradicts } = strongest
  const status = supports === 0 ? 'unresolved' : contradicts > 0 ? 'conflicted' : 'supported'
  return { claim_id: claimId, facet, text: `${facet}: ${text}`, status, confidence: confidenceOf(status, strongest) }
}

/** Support counts as it is, a contradiction takes from it, an open reference is worth half of what it may turn out to be. */
function confidenceOf(
  status: ClaimStatus,
  { supports, contradicts, requires_followup }: Readonly<Record<Relation, number>>,
): number {
  if (status === 'supported') return supports
  if (status === 'conflicted') return round(supports * (1 - contradicts))
  return round(requires_followup / 2)
}

function coverageOf({ facet, status }: Claim): FacetCoverage {
  const count = (wanted: ClaimStatus) => (status === wanted ? 1 : 0)
  return {
    facet,
    claim_count: 1,
    supported_count: count('supported'),
    conflicted_count: count('conflicted'),
    unresolved_count: count('unresolved'),
    // A facet has one claim: all of its claims are supported, or none is.
    coverage_status: status === 'supported' ? 'covered' : 'missing',
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
