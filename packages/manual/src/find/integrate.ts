import { buildClaimGraph, type ClaimGraph } from '../claims/claim-graph.ts'
import { facetsOf } from '../claims/facets.ts'
import { type Conflict, conflictsOf, type Gap, gapsOf } from '../claims/open-questions.ts'
import type { ManualContext } from '../context.ts'
import { type Candidate, ranked } from './candidate.ts'
import { focusHeadings } from './heading-focus.ts'
import { type ManualPassage, passagesOf } from './passages.ts'
import type { FindQuery } from './query.ts'
import { lateRerank } from './rerank.ts'
import { fileBias } from './summary.ts'

/** Stage 3: the final order of the candidates, and the claims they support or contradict. */
export interface Integrated {
  readonly candidates: readonly Candidate[]
  readonly passages: readonly ManualPassage[]
  readonly graph: ClaimGraph
  readonly conflicts: readonly Conflict[]
  readonly gaps: readonly Gap[]
  /** The share of the candidates that stand in the file with the most of them. */
  readonly fileBias: number
}

export async function integrate(ctx: ManualContext, query: FindQuery, gathered: readonly Candidate[]): Promise<Integrated> {
  const candidates = await lateRerank(ctx, query, ranked(focusHeadings(gathered, ctx.settings.weights.headingFocus)))
  const passages = await passagesOf(ctx, { query, candidates })
  const facets = facetsOf(query.comparable, candidates)
  const graph = buildClaimGraph({ text: query.text, facets, subject: query.subject }, candidates)
  return { candidates, passages, graph, conflicts: conflictsOf(graph), gaps: gapsOf(graph), fileBias: fileBias(candidates) }
}
