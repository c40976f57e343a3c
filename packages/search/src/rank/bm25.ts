import type { NumberList } from '../index/growable.ts'
import type { TermScore } from './accumulator.ts'
import type { ChannelPostings } from './channel-postings.ts'
import type { Corpus } from './corpus.ts'
import type { RankWeights } from './weights.ts'

/** What a word or a gram counts for. */
export interface ScorePart {
  /** Its place among the query's words; undefined for a gram. */
  readonly word: number | undefined
  /** By whose lengths it is judged. */
  readonly lengths: ChannelPostings
  readonly weights: RankWeights
  /** What the field weights are multiplied by. */
  readonly share: number
  readonly times: number
}

export type SectionField = 'headings' | 'body'
/** A document is judged by all its bodies, or by its title. */
export type DocumentField = 'document' | 'title'

const NO_LENGTHS = new Uint32Array(0)

/** BM25 of a word or gram in one field of the corpus. */
export class Bm25 {
  /** The one that is scored at the moment: the next call overwrites it. */
  private readonly term: TermScore = { factor: 0, base: 0, slope: 0, lengths: NO_LENGTHS }

  inSections(
    { liveSections }: Corpus,
    part: ScorePart,
    scored: { readonly field: SectionField; readonly holders: number },
  ): TermScore {
    const { lengths, total } = part.lengths[scored.field]
    const weight = scored.field === 'body' ? part.weights.section : part.weights.headings
    return this.termScore(part, { weight, owners: liveSections, holders: scored.holders, lengths, total })
  }

  inDocuments({ size }: Corpus, part: ScorePart, scored: { readonly field: DocumentField; readonly holders: number }): TermScore {
    const { title, body, documentLengths } = part.lengths
    const [lengths, total] = scored.field === 'title' ? [title.lengths, title.total] : [documentLengths, body.total]
    return this.termScore(part, { weight: part.weights[scored.field], owners: size, holders: scored.holders, lengths, total })
  }

  private termScore({ weights, share, times }: ScorePart, field: ScoredField): TermScore {
    const { k1, b } = weights
    const { term } = this
    term.factor = field.weight * share * times * inverseFrequency(field.owners, field.holders) * (k1 + 1)
    term.base = k1 * (1 - b)
    term.slope = (k1 * b * field.owners) / field.total
    term.lengths = field.lengths.data
    return term
  }
}

interface ScoredField {
  readonly weight: number
  /** All that have the field, and those of them that hold the term. */
  readonly owners: number
  readonly holders: number
  readonly lengths: NumberList
  /** The sum of all lengths. */
  readonly total: number
}

/** How much a term tells that `holders` of `total` have; never negative. */
export function inverseFrequency(total: number, holders: number): number {
  return Math.log(1 + (total - holders + 0.5) / (holders + 0.5))
}
