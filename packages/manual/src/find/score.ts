import { hasExceptionWord } from '../corpus/node-flags.ts'
import type { ManualSettings } from '../settings.ts'
import type { Candidate, Signal } from './candidate.ts'
import type { IndexHit } from './index-hits.ts'
import type { NodeMatch } from './match-node.ts'
import type { FindQuery } from './query.ts'

/** The ranker's score, what each signal adds to it, and the share of the query that the node covers. */
export function scoreHit(
  hit: IndexHit,
  { match, query, settings }: { readonly match: NodeMatch; readonly query: FindQuery; readonly settings: ManualSettings },
): Pick<Candidate, 'score' | 'coverage' | 'signals'> {
  const signals = signalsOf(hit, match)
  const covered = query.terms.length === 0 ? 0 : match.terms.length / query.terms.length
  const coverage = settings.sparseQueryCoverageWeight * covered
  let score = hit.score + coverage
  for (const signal of signals) score += settings.weights[signal]
  return { score, coverage, signals }
}

/** Addends of a candidate's score, by name. */
export function scoreParts({ rank, synonyms, coverage, signals, late }: Candidate, { weights }: ManualSettings) {
  const parts: Record<string, number> = {}
  if (rank !== undefined) parts.rank = rank
  if (synonyms !== undefined) parts.synonyms = synonyms
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

function signalsOf({ record, node }: IndexHit, { words, loose, heading }: NodeMatch): readonly StageSignal[] {
  const excepts = hasExceptionWord(record.flags[node]!)
  return SIGNAL_SETS[(heading ? 1 : 0) | (words ? 2 : 0) | (loose ? 4 : 0) | (excepts ? 8 : 0)]!
}
