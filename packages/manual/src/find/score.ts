import { hasExceptionWord, type NodeFlags } from '../corpus/node-flags.ts'
import type { NodePlace } from '../corpus/node-place.ts'
import type { ManualSettings } from '../settings.ts'
import type { Candidate, Signal } from './candidate.ts'
import type { IndexHit } from './index-hits.ts'
import type { NodeMatch } from './match-node.ts'
import type { FindQuery } from './query.ts'

export type Judge = (place: NodePlace, match: NodeMatch, hit?: Pick<IndexHit, 'score' | 'synonyms'>) => Candidate

/** Makes candidates of one query's hits: the ranker's score, what each signal adds to it, and the share of the query that the node covers. */
export function createJudge({ weights, sparseQueryCoverageWeight }: ManualSettings, query: FindQuery): Judge {
  const terms = Math.max(1, query.terms.length)
  const worth = SIGNAL_SETS.map((signals) => signals.reduce((sum, signal) => sum + weights[signal], 0))
  return (place, match, { score: rank, synonyms = 0 } = UNRANKED) => {
    const set = signalSet(match, place.flags)
    const coverage = sparseQueryCoverageWeight * (match.terms.length / terms)
    const score = rank + synonyms + coverage + worth[set]!
    return { place, signals: SIGNAL_SETS[set]!, score, rank, synonyms, coverage, late: 0, terms: match.terms }
  }
}

/** A node that the ranker was not asked about. */
const UNRANKED: Pick<IndexHit, 'score' | 'synonyms'> = { score: 0 }

/** Addends of a candidate's score, by name. */
export function scoreParts({ rank, synonyms, coverage, signals, late }: Candidate, { weights }: ManualSettings) {
  const parts: Record<string, number> = {}
  if (rank !== 0) parts.rank = rank
  if (synonyms !== 0) parts.synonyms = synonyms
  parts.coverage = coverage
  for (const signal of STAGE_SIGNALS) if (signals.includes(signal)) parts[signal] = weights[signal]
  if (signals.includes('heading_focus')) parts.heading_focus = weights.headingFocus
  if (signals.includes('late_rerank')) parts.late_rerank = late
  return parts
}

const STAGE_SIGNALS = ['heading', 'normalized', 'loose', 'exceptions'] as const satisfies readonly Signal[]
type StageSignal = (typeof STAGE_SIGNALS)[number]

/** There are sixteen sets of them, and hundreds of candidates. */
const SIGNAL_SETS: readonly (readonly StageSignal[])[] = Array.from({ length: 2 ** STAGE_SIGNALS.length }, (_, bits) =>
  STAGE_SIGNALS.filter((_signal, bit) => (bits & (1 << bit)) !== 0),
)

function signalSet({ words, loose, heading }: NodeMatch, flags: NodeFlags): number {
  return (heading ? 1 : 0) | (words ? 2 : 0) | (loose ? 4 : 0) | (hasExceptionWord(flags) ? 8 : 0)
}
