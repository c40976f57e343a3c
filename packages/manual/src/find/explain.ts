import type { ManualContext } from '../context.ts'
import { type Candidate, identity } from './candidate.ts'
import type { Findings } from './findings.ts'
import type { FindQuery } from './query.ts'

export interface Explained {
  readonly query: FindQuery
  readonly accepts: (key: string) => boolean
  readonly depth: number
}

/**
 * The parts of a candidate's score, the ranker's own among them. The ranker explains by ranking again, many times slower than a
 * search, so it is asked when somebody wants to know. When the index has changed since, its part is shown as one number.
 */
export function createExplainer(ctx: ManualContext, search: Explained): Findings['scoreParts'] {
  let explained: ReadonlyMap<string, Readonly<Record<string, number>>> | undefined
  return (candidate) => {
    explained ??= explainAll(ctx, search)
    return withRankParts(candidate, explained.get(identity(candidate)))
  }
}

function explainAll(
  { corpus }: ManualContext,
  { query, accepts, depth }: Explained,
): Map<string, Readonly<Record<string, number>>> {
  const sections = corpus.ranker.search(query.text, { limit: depth, accept: accepts, explain: true })
  return new Map(
    sections.flatMap(({ key, section, explanation }) => {
      const record = corpus.records.get(key)
      if (record === undefined || explanation === undefined) return []
      return [[identity({ file: key, startLine: record.lines[section]! }), { ...explanation.parts }]]
    }),
  )
}

function withRankParts(
  { parts }: Candidate,
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
