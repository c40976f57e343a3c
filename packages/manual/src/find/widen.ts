import type { Thresholds } from '../adaptive/adaptive-stats.ts'
import type { ManualContext } from '../context.ts'
import { parentTitles } from '../corpus/file-record.ts'
import { hasExceptionWord } from '../corpus/node-flags.ts'
import { placeOf } from '../corpus/node-place.ts'
import type { ManualSettings } from '../settings.ts'
import { comparable } from '../words/lexicon.ts'
import type { Budget } from './budget.ts'
import { type Candidate, identity } from './candidate.ts'
import { gather, type Pass } from './gather.ts'
import type { Integrated } from './integrate.ts'
import type { FindQuery } from './query.ts'
import type { Scope } from './scope.ts'
import { createJudge } from './score.ts'

/** Stage 4 is wanted: too little was found, it comes from one file, or the answer is not good enough as it stands. */
export function isWideningWanted(found: Integrated, thresholds: Thresholds, settings: ManualSettings): boolean {
  const { length } = found.candidates
  if (length < Math.max(1, thresholds.candidateLow)) return true
  if (length >= 5 && found.fileBias >= thresholds.fileBias) return true
  return settings.correctiveEnabled && needsCorrection(found, settings)
}

export interface WidenInput {
  readonly query: FindQuery
  readonly scope: Scope
  readonly waiting: ReadonlySet<string>
  readonly budget: Budget
  readonly found: readonly Candidate[]
}

/**
 * Nodes with exceptions first: in the files that were hit, where a heading above that matches is enough, then in the manual, then in
 * all manuals; after that everything in all manuals.
 */
export function widen(ctx: ManualContext, { query, scope, waiting, budget, found }: WidenInput): Pass {
  const everywhere = (key: string) => !waiting.has(key)
  const taken = [...found, ...exceptionsBelow(ctx, { query, budget, found })]
  const filters = [
    { accepts: scope.accepts, exceptionsOnly: true },
    { accepts: everywhere, exceptionsOnly: true },
    { accepts: everywhere, exceptionsOnly: false },
  ]
  const pass = gather(ctx, { query, budget, accepts: everywhere, filters, taken })
  return { ...pass, candidates: [...taken, ...pass.candidates] }
}

/** Nodes in the files hit that hold an exception word and stand below a heading that matches. */
function exceptionsBelow(
  ctx: ManualContext,
  { query, budget, found }: Pick<WidenInput, 'query' | 'budget' | 'found'>,
): Candidate[] {
  const known = new Set(found.map(({ place }) => identity(place)))
  const judge = createJudge(ctx.settings, query)
  const room = budget.maxCandidates - found.length
  const added: Candidate[] = []
  for (const key of new Set(found.map(({ place }) => place.file))) {
    const record = ctx.corpus.records.get(key)
    if (record === undefined) continue
    for (const [node, flags] of record.flags.entries()) {
      if (added.length >= room || budget.expired) return added
      if (!hasExceptionWord(flags)) continue
      const held = query.matcher.words(comparable(parentTitles(record, node).join('\n')))
      if (held.length === 0) continue
      const candidate = judge(placeOf(record, node), { signals: 0, terms: held })
      if (!known.has(identity(candidate.place))) added.push(candidate)
    }
  }
  return added
}

function needsCorrection({ candidates, graph, conflicts, gaps }: Integrated, settings: ManualSettings): boolean {
  const supported = graph.claims.filter(({ status }) => status === 'supported').length
  return (
    gaps.length > 0 ||
    (settings.correctiveOnConflict && conflicts.length > 0) ||
    candidates.length < settings.correctiveMinCandidates ||
    supported / Math.max(1, graph.claims.length) < settings.correctiveCoverageMin ||
    margin(candidates) < settings.correctiveMarginMin
  )
}

/** How far the first candidate stands above the next four. */
export function margin(candidates: readonly Candidate[]): number {
  const [top, ...next] = candidates.slice(0, 5).map(({ score }) => score)
  if (top === undefined || next.length === 0) return 1
  const mean = next.reduce((sum, score) => sum + score, 0) / next.length
  return (top - mean) / Math.max(1, top)
}
