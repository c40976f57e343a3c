import type { Explanation } from './explain.ts'

export interface RankOptions {
  /** Only documents whose key passes. */
  readonly accept?: (key: string) => boolean
  /** Asked every few thousand postings; once it says so, the search ends with what it has. */
  readonly isOver?: () => boolean
}

export interface RankSearchOptions extends RankOptions {
  /** How many sections at most. Default 10. */
  readonly limit?: number
  /** Only the best section of each document. */
  readonly perDocument?: boolean
  /** Adds what each score is made of. */
  readonly explain?: boolean
}

/** What a search came to. Others may search meanwhile; a change of the documents ends it. */
export interface Ranking {
  /** The best sections that were not taken yet, best first; fewer than asked for when there are no more. */
  take(count: number, options?: TakeOptions): TakenSection[]
  /** It was over before every word was scored everywhere: the order is that of the words it got to. */
  readonly cut: boolean
}

export interface TakeOptions {
  /** Sections whose body holds no word of the query are passed over, for good. */
  readonly withWords?: boolean
}

export interface RankedSection {
  readonly key: string
  /** The section's place among the document's sections, from 0. */
  readonly section: number
  readonly score: number
  /** The query's words (as `queryTerms` gives them) that stand in the section, by their place in the query. */
  readonly terms: readonly number[]
  /** One of them may stand in the section's own heading: its headings or the title hold some. */
  readonly headed: boolean
  readonly explanation?: Explanation
}

/** What a ranking gives: less than a search, for it gives hundreds. */
export interface TakenSection extends Pick<RankedSection, 'score' | 'terms' | 'headed'> {
  /** The section's place among all sections of the index, until a document is added or removed; `locate` says where that is. */
  readonly ordinal: number
}

export type ScoredSection = Pick<RankedSection, 'key' | 'section' | 'score'>
