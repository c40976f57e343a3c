/** Everything that decides which sentences are shown and how much they hold, in one place and the same for every language. */
export const PASSAGE_WEIGHTS = {
  /** Sentences that are read as one to judge how much of the question they hold: an answer often stands beside the words of its question. */
  windowSentences: 3,
  /** The same where sentences are chosen, inside one paragraph: nearer words tell better which of many to show. */
  chosenSentences: 2,
  /** Headings that hold this share of the question name what is asked: their words are words of the first sentence below. */
  named: 0.8,
  /** A word of the question that only the headings above a sentence hold counts this much of one that stands beside it. */
  headings: 0.5,
  /** The same for the section's own heading, where it is not the document's: it says what the text below is about. */
  ownHeading: 0.8,
  /** Words of a section's own heading count this much in the first sentence below it, even where the text says none of them. */
  opening: 0.5,
  /** The same for a word that only another sentence of the paragraph (list item, table) holds. */
  paragraph: 0.5,
  /** How much the words' frequency in a window counts (BM25, usual constants), beside whether they are there at all. */
  frequency: 0.5,
  /** The words' frequency in the whole paragraph, where sentences are chosen. */
  wholeParagraph: 0.35,
  /** Words that stand side by side in the question and in the sentence, where sentences are chosen; in shares of the question's information. */
  neighbouringWords: 0.3,
  /** A window that holds a date or number where the question asks for one; in shares of the question's information. */
  answerForm: 0.1,
  /** The section's place in the ranking: the score of the best section; others in proportion. */
  rank: 0.5,
  /** What a section with a heading of its own loses of that by ranking behind: the ranking knows more of it than its sentences say. */
  rankBehind: 1,
  /** Only sections that rank this high, in shares of the best, are rivals that an answer must be ahead of. */
  rival: 0.5,
  /** Paragraphs that hold less of the question, in shares of what the best one holds, are not looked at sentence by sentence. */
  worthReading: 0.4,
  /** What a sentence gets from the next one, and again from the one after that: what stands beside a good one is shown before a poor one. */
  neighbour: 0.6,
} as const

/** Words in a window of usual length, by which long ones are discounted, and in a paragraph of usual length. */
export const USUAL_WORDS = 60
export const USUAL_PARAGRAPH = 130
/** Paragraphs are read together up to so many letters: a line of talk, an item or a row says little by itself. */
export const SHORT_PARAGRAPH = 300
/** A good sentence this many sentences from one that is shown already is shown with what stands between them, not as a passage of its own. */
export const NEAR = 3
export const BM25_K1 = 1.2
export const BM25_B = 0.75
