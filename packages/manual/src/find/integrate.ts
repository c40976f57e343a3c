import type { Call } from '@shoko/contract'
import { languageOfQuery } from '@shoko/search'
import { buildClaimGraph } from '../claims/build-graph.ts'
import type { ClaimQuestion } from '../claims/choose-claims.ts'
import type { ClaimGraph } from '../claims/claim-graph.ts'
import { readAsked } from '../claims/facets.ts'
import { type Conflict, conflictsOf, type Gap, gapsOf } from '../claims/open-questions.ts'
import { withPlace } from '../claims/resolve-reference.ts'
import type { ManualContext } from '../context.ts'
import { type Candidate, ranked } from './candidate.ts'
import { focusHeadings } from './heading-focus.ts'
import { type ManualPassage, passagesIn, sourcesOf } from './passages.ts'
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

export async function integrate(
  ctx: ManualContext,
  { query, call }: { readonly query: FindQuery; readonly call: Call },
  gathered: readonly Candidate[],
): Promise<Integrated> {
  await call.giveWay?.()
  const candidates = await lateRerank(ctx, query, ranked(focusHeadings(gathered, ctx.settings.weights.headingFocus)))
  const sources = await sourcesOf(ctx, candidates)
  await call.giveWay?.()
  const read = passagesIn(ctx, { query, sources })
  await call.giveWay?.()
  const question = questionOf(ctx, query)
  const graph = buildClaimGraph({ question, passages: read, sources })
  return {
    candidates,
    passages: read.map(({ passage }) => passage),
    graph,
    conflicts: conflictsOf(graph),
    gaps: gapsOf(graph).map((gap) => withPlace(ctx.corpus, gap)),
    fileBias: fileBias(candidates),
  }
}

function questionOf(ctx: ManualContext, query: FindQuery): ClaimQuestion {
  const { text, terms, comparable } = query
  return { text, language: languageOfQuery(text, terms), subject: subjectOf(ctx, query), asked: readAsked(comparable) }
}

/** What is asked about, each word with its share of the information; words that only say how it is asked count where there are no others. */
function subjectOf({ corpus }: ManualContext, { terms, subject }: FindQuery): ClaimQuestion['subject'] {
  const meant = subject.length > 0 ? subject : [...terms.keys()]
  const weights = meant.map((term) => Math.max(0.01, corpus.ranker.information(terms[term]!)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return meant.map((term, place) => ({ term, share: weights[place]! / total }))
}
