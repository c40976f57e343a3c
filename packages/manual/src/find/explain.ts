import type { ManualContext } from '../context.ts'
import { type Candidate, identity } from './candidate.ts'
import type { Explainer } from './findings.ts'
import type { FindQuery } from './query.ts'
import { scoreParts } from './score.ts'

interface Explained {
  readonly query: FindQuery
  readonly candidates: readonly Candidate[]
}

/**
 * The parts of a candidate's score, the ranker's own among them. The ranker explains by scoring once more, so it is asked when
 * somebody wants to know. When the index has changed since, its part is shown as one number.
 */
export function createExplainer(ctx: ManualContext, query: FindQuery): Explainer {
  return (candidates) => {
    let explained: ReadonlyMap<string, Readonly<Record<string, number>>> | undefined
    return (candidate) => {
      explained ??= explainAll(ctx, { query, candidates })
      return withRankParts(scoreParts(candidate, { settings: ctx.settings, query }), explained.get(identity(candidate.place)))
    }
  }
}

function explainAll({ corpus }: ManualContext, { query, candidates }: Explained): Map<string, Readonly<Record<string, number>>> {
  const ranked = candidates.flatMap((candidate) => {
    const { place, rank } = candidate
    const section = corpus.records.get(place.file)?.lines.indexOf(place.ref.start_line) ?? -1
    return rank === 0 || section < 0 ? [] : [{ candidate, key: place.file, section, score: rank }]
  })
  const explanations = corpus.ranker.explain(query.text, ranked)
  return new Map(
    ranked.flatMap(({ candidate }, place) => {
      const parts = explanations[place]?.parts
      return parts === undefined ? [] : [[identity(candidate.place), { ...parts }]]
    }),
  )
}

function withRankParts(
  parts: Readonly<Record<string, number>>,
  rankParts: Readonly<Record<string, number>> | undefined,
): Readonly<Record<string, number>> {
  const { rank, ...stages } = parts
  if (rank === undefined || rankParts === undefined) return parts
  const sum = Object.values(rankParts).reduce((total, part) => total + part, 0)
  if (Math.abs(sum - rank) > TOLERANCE) return parts
  // The ranker and the settings both have a part called coverage; names must not hide one another.
  return { ...Object.fromEntries(Object.entries(rankParts).map(([name, part]) => [`rank_${name}`, part])), ...stages }
}

const TOLERANCE = 1e-6
