import { hasExceptionWord } from '../corpus/node-flags.ts'
import type { ManualSettings } from '../settings.ts'
import type { Candidate, Signal } from './candidate.ts'
import type { IndexHit } from './index-hits.ts'
import type { NodeMatch } from './match-node.ts'

/** The ranker's score, what each signal adds to it, and the share of the query that the node covers. */
export function scoreHit(
  hit: IndexHit,
  match: NodeMatch,
  settings: ManualSettings,
): Pick<Candidate, 'score' | 'parts' | 'signals'> {
  const { weights, sparseQueryCoverageWeight } = settings
  const signals = signalsOf(hit, match)
  const coverage = sparseQueryCoverageWeight * match.coverage
  const parts: Record<string, number> = { ...hit.parts, coverage }
  let score = hit.score + coverage
  for (const signal of signals) {
    parts[signal] = weights[signal]
    score += weights[signal]
  }
  return { score, parts, signals }
}

type StageSignal = Exclude<Signal, 'heading_focus' | 'late_rerank'>

function signalsOf({ record, node }: IndexHit, { words, loose, heading }: NodeMatch): StageSignal[] {
  const signals: StageSignal[] = []
  if (heading) signals.push('heading')
  if (words) signals.push('normalized')
  if (loose) signals.push('loose')
  if (hasExceptionWord(record.flags[node]!)) signals.push('exceptions')
  return signals
}
