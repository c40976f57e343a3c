import { bestConfidence } from '@shoko/search'
import { notWidened } from '../claims/open-questions.ts'
import type { ManualContext } from '../context.ts'
import { createExplainer } from './explain.ts'
import type { Findings } from './findings.ts'
import type { Integrated } from './integrate.ts'
import { passagesOf } from './passages.ts'
import type { FindQuery } from './query.ts'
import { summarize } from './summary.ts'
import { coverageOf, type Looked } from './unscanned.ts'

export interface Outcome extends Looked {
  readonly query: FindQuery
  readonly integrated: Integrated
  /** Stage 4 was wanted and could not run. */
  readonly blocked: boolean
}

/** What a search amounts to: evidence, what is open, and what was not looked at. */
export function conclude(ctx: ManualContext, outcome: Outcome): Findings {
  const { query, integrated, blocked } = outcome
  const { candidates, passages, graph, conflicts, fileBias } = integrated
  const gaps = blocked && integrated.gaps.length === 0 ? [notWidened] : integrated.gaps
  const { files, nodes, skipped, unscanned } = coverageOf(ctx.corpus, outcome)
  const summary = summarize(candidates, {
    scannedFiles: files,
    scannedNodes: nodes,
    conflicts: conflicts.length,
    gaps: gaps.length,
    bias: fileBias,
    confidence: bestConfidence(passages),
  })
  const explainer = createExplainer(ctx, query)
  const terms = query.terms.map(({ text }) => text)
  const passagesWithin: Findings['passagesWithin'] = (limits) => passagesOf(ctx, { query, candidates }, limits)
  const found = { candidates, passages, passagesWithin, graph, conflicts, gaps, unscanned }
  return { query: query.text, terms, ...found, summary, warnings: skipped, explainer }
}
