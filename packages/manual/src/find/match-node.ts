import { type FileRecord, headingWordsOf, wordsOf } from '../corpus/file-record.ts'
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
  /** The query's words that the index has for the node. */
  readonly terms: readonly number[]
  /** Whether looser forms are looked for where no word is found. */
  readonly loosely: boolean
}

/** Asks the index first: a text is only looked at where it has no word of the query, or may have them in the heading alone. */
export function matchNode(hit: MatchedNode, query: FindQuery): NodeMatch {
  const { record, node, terms } = hit
  if (terms.length === 0 && !hit.loosely && query.indexKnows) return NO_MATCH
  if (terms.length === 0 || query.synonyms.length > 0) return matchText(hit, query)
  // Where the index knows all, a heading holds no word that its node does not.
  const inHeading = query.matcher.words(headingWordsOf(record, node), query.indexKnows ? terms : undefined)
  const beyondHeading = terms.some((term) => !inHeading.includes(term))
  const inText = beyondHeading ? terms : query.matcher.words(wordsOf(record, node).text)
  return {
    ...termsHeld(query, [...inText, ...inHeading]),
    words: inText.length > 0,
    loose: false,
    heading: inHeading.length > 0,
  }
}

const NO_WORDS: { readonly text: readonly number[]; readonly heading: readonly number[] } = { text: [], heading: [] }
const NO_MATCH: NodeMatch = { matched: [], coverage: 0, words: false, loose: false, heading: false }

function matchText({ record, node, loosely }: MatchedNode, query: FindQuery): NodeMatch {
  const { heading, text } = wordsOf(record, node)
  const { matcher, synonymMatcher, synonyms } = query
  const asWords = query.indexKnows ? NO_WORDS : { text: matcher.words(text), heading: matcher.words(heading) }
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
