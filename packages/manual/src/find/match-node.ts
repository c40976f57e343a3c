import { type FileRecord, wordsOf } from '../corpus/file-record.ts'
import { placeOf } from '../corpus/node-place.ts'
import type { IndexHit } from './index-hits.ts'
import type { FindQuery } from './query.ts'

/** How a node matches a query. */
export interface NodeMatch {
  /** The query's terms that its text or its own heading holds, by their place in the query. */
  readonly terms: readonly number[]
  /** Its text holds a term as a word; or loosely, which a synonym is too; its own heading holds one. */
  readonly words: boolean
  readonly loose: boolean
  readonly heading: boolean
}

/** A node and what the index says of it. */
export interface MatchedNode {
  readonly record: FileRecord
  readonly hit: Pick<IndexHit, 'section' | 'terms' | 'headed'>
}

/** Without a word of the query, and looser forms are not looked for: there is no use in looking at the node. */
export function isHopeless({ terms }: Pick<IndexHit, 'terms'>, { indexKnows }: FindQuery, loosely: boolean): boolean {
  return terms.length === 0 && !loosely && indexKnows
}

/**
 * Asks the index first: a text is only looked at where it has no word of the query, or may have them in the heading alone.
 * `loosely`: looser forms are looked for where no word is found.
 */
export function matchNode(node: MatchedNode, query: FindQuery, loosely: boolean): NodeMatch {
  const { record, hit } = node
  const { section, terms } = hit
  if (isHopeless(hit, query, loosely)) return NO_MATCH
  if (terms.length === 0 || query.synonyms.length > 0) return matchText(node, query, loosely)
  if (query.indexKnows) return matchKnown(node, query)
  const inHeading = query.matcher.words(placeOf(record, section).headingWords)
  const beyondHeading = terms.some((term) => !inHeading.includes(term))
  const inText = beyondHeading ? terms : query.matcher.words(wordsOf(record, section).text)
  return { terms: union(inText, inHeading), words: inText.length > 0, loose: false, heading: inHeading.length > 0 }
}

/** Where the index knows all, a heading holds no word that its node does not. */
function matchKnown({ record, hit }: MatchedNode, { matcher }: FindQuery): NodeMatch {
  const { section, terms, headed } = hit
  if (!headed) return { terms, words: true, loose: false, heading: false }
  const inHeading = matcher.count(placeOf(record, section).headingWords, terms)
  const words = inHeading < terms.length || matcher.count(wordsOf(record, section).text, terms) > 0
  return { terms, words, loose: false, heading: inHeading > 0 }
}

const NOTHING: readonly number[] = []
const NO_MATCH: NodeMatch = { terms: NOTHING, words: false, loose: false, heading: false }

function matchText({ record, hit }: MatchedNode, query: FindQuery, loosely: boolean): NodeMatch {
  const { heading, text } = wordsOf(record, hit.section)
  const { matcher, synonymMatcher, synonyms } = query
  const textWords = query.indexKnows ? NOTHING : matcher.words(text)
  const headingWords = query.indexKnows ? NOTHING : matcher.words(heading)
  const isLoose = loosely && textWords.length === 0 && headingWords.length === 0
  const inText = isLoose ? matcher.loosely(text) : textWords
  const inHeading = isLoose ? matcher.loosely(heading) : headingWords
  const bySynonym = synonyms.length > 0
  return {
    terms: union(inText, inHeading),
    words: textWords.length > 0,
    loose: (isLoose && inText.length > 0) || (bySynonym && synonymMatcher.words(text).length > 0),
    heading: inHeading.length > 0 || (bySynonym && synonymMatcher.words(heading).length > 0),
  }
}

/** Of two lists in ascending order; usually one holds the other. */
function union(a: readonly number[], b: readonly number[]): readonly number[] {
  const more = b.filter((term) => !a.includes(term))
  return more.length === 0 ? a : [...a, ...more].sort((left, right) => left - right)
}
