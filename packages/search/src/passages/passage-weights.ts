/** Everything that decides which sentences are shown, in one place and the same for every language. */
export const PASSAGE_WEIGHTS = {
  /** Sentences that are read as one: an answer often stands beside the words of its question. */
  windowSentences: 3,
  /** A word of the question that only the headings above a sentence hold counts this much of one that stands beside it. */
  headings: 0.5,
  /** The same for a word that only another sentence of the paragraph (list item, table) holds. */
  paragraph: 0.5,
  /** How much the words' frequency in a window counts (BM25, usual constants), beside whether they are there at all. */
  frequency: 0.5,
  /** A window that holds a date or number where the question asks for one; in shares of the question's information. */
  answerForm: 0.1,
  /** The section's place in the ranking: the score of the best section; others in proportion. */
  rank: 0.5,
  /** What a sentence gets from the next one, and again from the one after that: what stands beside a good one is shown before a poor one. */
  neighbour: 0.6,
} as const

/** Words in a window of usual length, by which long ones are discounted. */
export const USUAL_WORDS = 60
export const BM25_K1 = 1.2
export const BM25_B = 0.75
