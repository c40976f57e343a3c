import { sha256 } from '@shoko/core-fs'
import { signalList } from '../find/candidate.ts'
import type { PassageSource, ReadPassage } from '../find/passages.ts'
import { type ChosenClaim, type ClaimQuestion, chooseClaims } from './choose-claims.ts'
import {
  type Claim,
  type ClaimGraph,
  type ClaimStatus,
  coverageOf,
  type Edge,
  EVIDENCE_PREFIX,
  type Evidence,
  type Relation,
} from './claim-graph.ts'
import { findEvidence } from './find-evidence.ts'
import { readReference } from './references.ts'
import type { Said } from './said.ts'

const MAX_QUOTE = 240

export interface GraphInput {
  readonly question: ClaimQuestion
  readonly passages: readonly ReadPassage[]
  /** The best sections: what they say stands for or against a claim. */
  readonly sources: readonly PassageSource[]
}

export function buildClaimGraph({ question, passages, sources }: GraphInput): ClaimGraph {
  const rows = new GraphRows()
  for (const chosen of chooseClaims(question, passages)) rows.addClaim(chosen, { question: question.text, sources })
  const { claims, evidences, edges } = rows
  const facets = [...new Set(claims.map(({ facet }) => facet))]
  return {
    claims,
    evidences,
    edges,
    facets: facets.map((facet) =>
      coverageOf(
        facet,
        claims.filter((claim) => claim.facet === facet),
      ),
    ),
  }
}

class GraphRows {
  readonly claims: Claim[] = []
  readonly evidences: Evidence[] = []
  readonly edges: Edge[] = []
  private readonly known = new Map<string, string>()

  addClaim(
    { facet, said, confidence }: ChosenClaim,
    { question, sources }: { readonly question: string; readonly sources: readonly PassageSource[] },
  ): void {
    const claimId = `claim:${facet}:${this.claims.length + 1}`
    if (said === undefined) {
      this.claims.push({ claim_id: claimId, facet, text: question, status: 'unresolved', confidence: 0 })
      return
    }
    const add = (relation: Relation, evidence: Said) => this.addEdge({ claimId, relation, confidence }, evidence)
    const reference = readReference(said.text)
    if (reference?.isAside !== false) add('supports', said)
    if (reference !== undefined) add('requires_followup', said)
    const found = findEvidence(said, sources)
    for (const { relation, said: evidence } of found) add(relation, evidence)
    const isConflicted = found.some(({ relation }) => relation === 'contradicts')
    const isSupported = reference?.isAside !== false || found.some(({ relation }) => relation === 'supports')
    const status = isConflicted ? 'conflicted' : isSupported ? 'supported' : 'unresolved'
    this.claims.push({ claim_id: claimId, facet, text: said.text, status, confidence: claimConfidence(status, confidence) })
  }

  private addEdge(
    { claimId, relation, confidence }: { readonly claimId: string; readonly relation: Relation; readonly confidence: number },
    said: Said,
  ): void {
    this.edges.push({ from_claim_id: claimId, to_evidence_id: this.evidenceOf(said), relation, confidence: round(confidence) })
  }

  private evidenceOf({ text, line, source }: Said): string {
    const { place } = source
    const key = `${place.file}:${line}:${text}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    const id = `${EVIDENCE_PREFIX}${this.evidences.length + 1}`
    this.known.set(key, id)
    this.evidences.push({
      evidence_id: id,
      ref: { ...place.ref, start_line: line },
      signals: signalList(source.signals),
      score: source.score,
      snippet_digest: sha256(text).slice(0, 16),
      quote: quoted(text),
    })
    return id
  }
}

/** What is contested is half as sure as its passage, and so is what only refers to another place. */
function claimConfidence(status: ClaimStatus, confidence: number): number {
  return round(status === 'supported' ? confidence : confidence / 2)
}

function quoted(text: string): string {
  if (text.length <= MAX_QUOTE) return text
  const letters = [...text]
  return letters.length <= MAX_QUOTE ? text : `${letters.slice(0, MAX_QUOTE - 1).join('')}…`
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
