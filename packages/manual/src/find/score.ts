import { hasExceptionWord } from '../corpus/node-flags.ts'
import type { NodePlace } from '../corpus/node-place.ts'
import type { ManualSettings } from '../settings.ts'
import { type Candidate, LATE_RERANK, type Signal, type SignalSet, signalSet } from './candidate.ts'
import type { IndexHit } from './index-hits.ts'
import type { NodeMatch } from './match-node.ts'
import type { FindQuery } from './query.ts'

export type Judge = (place: NodePlace, match: NodeMatch, hit?: Pick<IndexHit, 'score' | 'synonyms'>) => Candidate

/** Makes candidates of one query's hits: the ranker's score, what each signal adds to it, and the share of the query that the node covers. */
export function createJudge(settings: ManualSettings, query: FindQuery): Judge {
  return (place, { signals, terms }, { score: rank, synonyms = 0 } = UNRANKED) => {
    const set = hasExceptionWord(place.flags) ? signals | BITS.exceptions : signals
    const score = rank + synonyms + coverageOf(terms, query, settings) + worthOf(set, settings)
    return { place, signals: set, score, rank, synonyms, late: 0, terms }
  }
}

/** A node that the ranker was not asked about. */
const UNRANKED: Pick<IndexHit, 'score' | 'synonyms'> = { score: 0 }

/** Addends of a candidate's score, by name. */
export function scoreParts(
  { rank, synonyms, terms, signals, late }: Candidate,
  { settings, query }: { readonly settings: ManualSettings; readonly query: FindQuery },
) {
  const { weights } = settings
  const parts: Record<string, number> = {}
  if (rank !== 0) parts.rank = rank
  if (synonyms !== 0) parts.synonyms = synonyms
  parts.coverage = coverageOf(terms, query, settings)
  for (const signal of STAGE_SIGNALS) if ((signals & BITS[signal]) !== 0) parts[signal] = weights[signal]
  if ((signals & BITS.headingFocus) !== 0) parts.heading_focus = weights.headingFocus
  if ((signals & LATE_RERANK) !== 0) parts.late_rerank = late
  return parts
}

const STAGE_SIGNALS = ['heading', 'normalized', 'loose', 'exceptions'] as const satisfies readonly Signal[]

const BITS = {
  heading: signalSet('heading'),
  normalized: signalSet('normalized'),
  loose: signalSet('loose'),
  exceptions: signalSet('exceptions'),
  headingFocus: signalSet('heading_focus'),
}

function worthOf(set: SignalSet, { weights }: ManualSettings): number {
  let worth = 0
  for (const signal of STAGE_SIGNALS) if ((set & BITS[signal]) !== 0) worth += weights[signal]
  return worth
}

/** What the share of the query's terms that a node holds is worth. */
function coverageOf(held: readonly number[], { terms }: FindQuery, { sparseQueryCoverageWeight }: ManualSettings): number {
  return sparseQueryCoverageWeight * (held.length / Math.max(1, terms.length))
}
