import { type FileRecord, wordsOf } from '../corpus/file-record.ts'
import type { FindQuery } from './query.ts'

/** How a node matches a query. */
export interface NodeMatch {
  /** The query's terms that its text or its own heading holds. */
  readonly matched: readonly string[]
  /** The share of the query's terms that these are. */
  readonly coverage: number
  /** Its text holds a term as a word; or loosely, which a synonym is too; its own heading holds one. */
  readonly words: boolean
  readonly loose: boolean
  readonly heading: boolean
}

export interface MatchedNode {
  readonly record: FileRecord
  readonly node: number
  /** Whether looser forms are looked for where no word is found. */
  readonly loosely: boolean
}

export function matchNode({ record, node, loosely }: MatchedNode, query: FindQuery): NodeMatch {
  const { heading, text } = wordsOf(record, node)
  const { matcher, synonymMatcher, synonyms } = query
  const asWords = { text: matcher.words(text), heading: matcher.words(heading) }
  const isLoose = loosely && asWords.text.length === 0 && asWords.heading.length === 0
  const found = isLoose ? { text: matcher.loosely(text), heading: matcher.loosely(heading) } : asWords
  const bySynonym = synonyms.length > 0
  return {
    ...termsHeld(query, [...found.text, ...found.heading]),
    words: asWords.text.length > 0,
    loose: (isLoose && found.text.length > 0) || (bySynonym && synonymMatcher.words(text).length > 0),
    heading: found.heading.length > 0 || (bySynonym && synonymMatcher.words(heading).length > 0),
  }
}

export function termsHeld({ terms }: FindQuery, held: readonly number[]): Pick<NodeMatch, 'matched' | 'coverage'> {
  const matched: string[] = []
  for (let term = 0; term < terms.length; term++) if (held.includes(term)) matched.push(terms[term]!.text)
  return { matched, coverage: terms.length === 0 ? 0 : matched.length / terms.length }
}
