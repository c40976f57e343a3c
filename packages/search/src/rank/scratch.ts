import { BestSections } from './candidates.ts'
import type { Corpus } from './corpus.ts'
import { LateInteraction } from './late-interaction.ts'
import type { RankQuery } from './rank-query.ts'
import { Scorer } from './scorer.ts'
import type { RankWeights } from './weights.ts'

/**
 * The tables of an index that every search overwrites: fresh ones would be a large part of what a query takes. They hold
 * nothing that the next search needs, so whoever wants to go on after another one (`Search`) scores anew.
 */
export class Scratch {
  readonly scorer = new Scorer()
  readonly best = new BestSections()
  readonly late = new LateInteraction()
}

/** What one query is answered with. */
export interface RankTools {
  readonly corpus: Corpus
  readonly query: RankQuery
  readonly weights: RankWeights
  readonly scratch: Scratch
}
