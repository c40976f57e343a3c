import { type FileRecord, wordsOf } from '../corpus/file-record.ts'
import type { NodePlace } from '../corpus/node-place.ts'
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

/** What the index says of a node. */
export type NodeHit = Pick<IndexHit, 'section' | 'terms' | 'headed'>

/** `loosely`: looser forms are looked for where no word is found. */
export type NodeMatcher = (place: NodePlace, hit: NodeHit, loosely: boolean) => NodeMatch

/** Without a word of the query, and looser forms are not looked for: there is no use in looking at the node. */
export function isHopeless({ terms }: Pick<IndexHit, 'terms'>, { indexKnows }: FindQuery, loosely: boolean): boolean {
  return terms.length === 0 && !loosely && indexKnows
}

/** Asks the index first: a text is only looked at where it has no word of the query, or may have them in the heading alone. */
export function createNodeMatcher(records: ReadonlyMap<string, FileRecord>, query: FindQuery): NodeMatcher {
  const { matcher, synonymMatcher, indexKnows } = query
  const bySynonym = query.synonyms.length > 0
  const textOf = (place: NodePlace, { section }: NodeHit) => wordsOf(records.get(place.file)!, section)

  /** Where the index knows all, a heading holds no word that its node does not. */
  function matchKnown(place: NodePlace, hit: NodeHit): NodeMatch {
    const { terms, headed } = hit
    if (!headed) return { terms, words: true, loose: false, heading: false }
    const inHeading = matcher.count(place.headingWords, terms)
    const words = inHeading < terms.length || matcher.count(textOf(place, hit).text, terms) > 0
    return { terms, words, loose: false, heading: inHeading > 0 }
  }

  function matchHeading(place: NodePlace, hit: NodeHit): NodeMatch {
    const inHeading = matcher.words(place.headingWords)
    const beyondHeading = hit.terms.some((term) => !inHeading.includes(term))
    const inText = beyondHeading ? hit.terms : matcher.words(textOf(place, hit).text)
    return { terms: union(inText, inHeading), words: inText.length > 0, loose: false, heading: inHeading.length > 0 }
  }

  function matchText(place: NodePlace, hit: NodeHit, loosely: boolean): NodeMatch {
    const { heading, text } = textOf(place, hit)
    const textWords = indexKnows ? NOTHING : matcher.words(text)
    const headingWords = indexKnows ? NOTHING : matcher.words(heading)
    const isLoose = loosely && textWords.length === 0 && headingWords.length === 0
    const inText = isLoose ? matcher.loosely(text) : textWords
    const inHeading = isLoose ? matcher.loosely(heading) : headingWords
    return {
      terms: union(inText, inHeading),
      words: textWords.length > 0,
      loose: (isLoose && inText.length > 0) || (bySynonym && synonymMatcher.words(text).length > 0),
      heading: inHeading.length > 0 || (bySynonym && synonymMatcher.words(heading).length > 0),
    }
  }

  return (place, hit, loosely) => {
    if (isHopeless(hit, query, loosely)) return NO_MATCH
    if (hit.terms.length === 0 || bySynonym) return matchText(place, hit, loosely)
    return indexKnows ? matchKnown(place, hit) : matchHeading(place, hit)
  }
}

const NOTHING: readonly number[] = []
const NO_MATCH: NodeMatch = { terms: NOTHING, words: false, loose: false, heading: false }

/** Of two lists in ascending order; usually one holds the other. */
function union(a: readonly number[], b: readonly number[]): readonly number[] {
  const more = b.filter((term) => !a.includes(term))
  return more.length === 0 ? a : [...a, ...more].sort((left, right) => left - right)
}
