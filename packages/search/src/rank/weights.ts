/**
 * Everything that decides an order, in one place and the same for every language. A score is a sum: each part is BM25 of
 * one field and channel, or a share of the query's information (idf), so the weights say how much one unit of each counts.
 */
export interface RankWeights {
  /** BM25's saturation of repeated words, and its discount of long fields: the usual values. */
  readonly k1: number
  readonly b: number
  /** Words of the whole document: what it is about. The unit that the others are measured by. */
  readonly document: number
  /** Words of the section itself: which part of the document answers. */
  readonly section: number
  /** The word as it was asked for in the whole document, on top of what its forms get: stems bring `puerta` to who asks for `puerto`, and this puts `puerto` first. */
  readonly exact: number
  /** The same in headings. Not in a title or a section: those say a word once or twice, in the form that the sentence wants. */
  readonly exactHeadings: number
  /** What a word counts that is grammar most of the time (no, will, estado), beside words that are not. */
  readonly light: number
  /** Words of the document's title. Manuals are asked for by name. */
  readonly title: number
  /** A query of more words than this is a question rather than a name: the title then counts less in proportion. */
  readonly titleWords: number
  /** Words of the section's heading chain. */
  readonly headings: number
  /** Pieces of words (Japanese uni- and bigrams, Latin 4-grams), as a share of the word weight of the same field. */
  readonly grams: number
  /** Two query words next to each other and in order, in the body, the headings or the title. */
  readonly pairs: number
  /** Each query word's most similar word in the section, its Dice similarity squared so that weak likeness counts little. */
  readonly similarity: number
  /** Each query word that is there at all, inflected or not. */
  readonly coverage: number
  /** A query of more words than this is a topic rather than a question: similar words then mislead, and count less in proportion. */
  readonly similarityWords: number
}

export const DEFAULT_WEIGHTS: RankWeights = {
  k1: 1.2,
  b: 0.75,
  document: 1,
  section: 0.5,
  exact: 0.25,
  exactHeadings: 0.1,
  light: 0.5,
  title: 1.5,
  titleWords: 4,
  headings: 1,
  grams: 0.2,
  pairs: 1,
  similarity: 2,
  coverage: 0.5,
  similarityWords: 8,
}
