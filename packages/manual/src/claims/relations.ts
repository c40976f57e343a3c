import { carriesHints, hasExceptionWord, hasInclusionWord, hasReference } from '../corpus/node-flags.ts'
import type { NodePlace } from '../corpus/node-place.ts'
import { type Candidate, signalSet } from '../find/candidate.ts'
import type { Facet } from '../words/facet-hints.ts'

export const relations = ['supports', 'contradicts', 'requires_followup'] as const
export type Relation = (typeof relations)[number]

export interface Relationship {
  readonly relation: Relation
  readonly confidence: number
}

interface Subject {
  readonly facet: Facet
  readonly subject: readonly number[]
}

/** What a candidate says about a claim; nothing when it shares no term with what the claim is about. */
export function edgesBetween(claim: Subject, candidate: Candidate): readonly Relationship[] {
  if (!isAbout(claim.subject, candidate)) return SAYS_NOTHING
  if (!matchesText(candidate)) return ONLY_HEADED
  const said = contradictionOf(claim.facet, candidate.place) ?? supportOf(claim.facet, candidate.place)
  return hasReference(candidate.place.flags) ? said.andRefers : said.alone
}

/** A thing that can be said, by itself and with a reference to elsewhere; hundreds of candidates say the same few things. */
interface Said {
  readonly alone: readonly Relationship[]
  readonly andRefers: readonly Relationship[]
}

function saying(relation: Relation, confidence: number): Said {
  const said = { relation, confidence }
  return { alone: [said], andRefers: [said, { relation: 'requires_followup', confidence: 0.5 }] }
}

const SAYS_NOTHING: readonly Relationship[] = []
const ONLY_HEADED = saying('requires_followup', 0.55).alone
const EXCEPTS = saying('contradicts', 0.68)
const INCLUDES = saying('contradicts', 0.7)
const SUPPORTS_BY_HINT = saying('supports', 0.82)
const SUPPORTS = saying('supports', 0.72)

/** A query made of hints alone ("手順") is about nothing else, so every candidate is about it. */
function isAbout(subject: readonly number[], { terms }: Candidate): boolean {
  if (subject.length === 0) return true
  for (const term of terms) if (subject.includes(term)) return true
  return false
}

function matchesText({ signals }: Candidate): boolean {
  return (signals & IN_TEXT) !== 0
}

const IN_TEXT = signalSet('normalized', 'loose')

function contradictionOf(facet: Facet, { flags }: NodePlace): Said | undefined {
  if (facet === 'eligibility' && hasExceptionWord(flags)) return EXCEPTS
  if (facet === 'exceptions' && hasInclusionWord(flags) && !hasExceptionWord(flags)) return INCLUDES
  return undefined
}

function supportOf(facet: Facet, { flags }: NodePlace): Said {
  return facet !== 'unknown' && carriesHints(flags, facet) ? SUPPORTS_BY_HINT : SUPPORTS
}
