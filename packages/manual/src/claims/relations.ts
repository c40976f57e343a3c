import { carriesHints, hasExceptionWord, hasInclusionWord, hasReference } from '../corpus/node-flags.ts'
import type { Candidate } from '../find/candidate.ts'
import type { Facet } from '../words/facet-hints.ts'

export const relations = ['supports', 'contradicts', 'requires_followup'] as const
export type Relation = (typeof relations)[number]

export interface Relationship {
  readonly relation: Relation
  readonly confidence: number
}

interface Subject {
  readonly facet: Facet
  readonly subject: readonly string[]
}

/** What a candidate says about a claim; nothing when it shares no term with what the claim is about. */
export function edgesBetween(claim: Subject, candidate: Candidate): Relationship[] {
  if (!isAbout(claim.subject, candidate)) return []
  if (!matchesText(candidate)) return [{ relation: 'requires_followup', confidence: 0.55 }]
  const contradiction = contradictionOf(claim.facet, candidate)
  const said =
    contradiction === undefined
      ? supportOf(claim.facet, candidate)
      : { relation: 'contradicts' as const, confidence: contradiction }
  return hasReference(candidate.flags) ? [said, { relation: 'requires_followup', confidence: 0.5 }] : [said]
}

/** A query made of hints alone ("手順") is about nothing else, so every candidate is about it. */
function isAbout(subject: readonly string[], { matched }: Candidate): boolean {
  return subject.length === 0 || subject.some((term) => matched.includes(term))
}

function matchesText({ signals }: Candidate): boolean {
  return signals.includes('normalized') || signals.includes('loose')
}

function contradictionOf(facet: Facet, { flags }: Candidate): number | undefined {
  if (facet === 'eligibility' && hasExceptionWord(flags)) return 0.68
  if (facet === 'exceptions' && hasInclusionWord(flags) && !hasExceptionWord(flags)) return 0.7
  return undefined
}

function supportOf(facet: Facet, { flags }: Candidate): Relationship {
  const hinted = facet !== 'unknown' && carriesHints(flags, facet)
  return { relation: 'supports', confidence: hinted ? 0.82 : 0.72 }
}
