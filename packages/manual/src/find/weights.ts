/**
 * What the stages of manual_find add to the ranker's score. The ranker's own weights (fields, channels, late interaction)
 * live in @shoko/search; SPARSE_QUERY_COVERAGE_WEIGHT and LATE_RERANK_WEIGHT are settings of their own.
 */
export interface FindWeights {
  /** The node holds a term of the query as a word. */
  readonly normalized: number
  /** It holds one loosely: a part of the word, a similar word or a synonym. */
  readonly loose: number
  /** It matches and holds an exception word. */
  readonly exceptions: number
  /** Its own heading matches. */
  readonly heading: number
  /** It belongs to one of the strongest heading groups. */
  readonly headingFocus: number
  /** Share of a synonym's score that counts. */
  readonly synonyms: number
}

export const defaultFindWeights: FindWeights = {
  normalized: 1,
  loose: 0.7,
  exceptions: 0.2,
  heading: 0.5,
  headingFocus: 0.5,
  synonyms: 0.5,
}
