import type { NodeWords } from '../corpus/file-record.ts'
import type { NodePlace } from '../corpus/node-place.ts'
import { type SignalSet, signalSet } from './candidate.ts'
import type { IndexHit } from './index-hits.ts'
import type { FindQuery } from './query.ts'

/** How a node matches a query. */
export interface NodeMatch {
  /** Its text holds a term as a word; or loosely, which a synonym is too; its own heading holds one. None: it does not match. */
  readonly signals: SignalSet
  /** The query's terms that its text or its own heading holds, by their place in the query. */
  readonly terms: readonly number[]
}

const NORMALIZED = signalSet('normalized')
const LOOSE = signalSet('loose')
const HEADING = signalSet('heading')

/** What the index says of a node. */
export type NodeHit = Pick<IndexHit, 'ordinal' | 'terms' | 'headed'>

/** `loosely`: looser forms are looked for where no word is found. The next call overwrites the answer. */
export type NodeMatcher = (place: NodePlace, hit: NodeHit, loosely: boolean) => NodeMatch

/** Without a word of the query, and looser forms are not looked for: there is no use in looking at the node. */
export function isHopeless({ terms }: Pick<IndexHit, 'terms'>, { indexKnows }: FindQuery, loosely: boolean): boolean {
  return terms.length === 0 && !loosely && indexKnows
}

/**
 * Asks the index first: a text is only looked at where it has no word of the query, or may have them in the heading alone.
 * `wordsAt` gives a node's heading and text, by the number of its hit.
 */
export function createNodeMatcher(query: FindQuery, wordsAt: (ordinal: number) => NodeWords): NodeMatcher {
  const { matcher, synonymMatcher, indexKnows } = query
  const bySynonym = query.synonyms.length > 0
  const found = { signals: 0, terms: NOTHING }

  /** Where the index knows all, a heading holds no word that its node does not. */
  function matchKnown({ headingWords }: NodePlace, { ordinal, terms, headed }: NodeHit): void {
    found.terms = terms
    found.signals = NORMALIZED
    if (!headed) return
    const inHeading = matcher.count(headingWords, terms)
    if (inHeading === 0) return
    const inText = inHeading < terms.length || matcher.count(wordsAt(ordinal).body.text, terms) > 0
    found.signals = inText ? NORMALIZED | HEADING : HEADING
  }

  function matchHeading({ headingWords }: NodePlace, { ordinal, terms }: NodeHit): void {
    const inHeading = matcher.words(headingWords)
    const beyondHeading = terms.some((term) => !inHeading.includes(term))
    const inText = beyondHeading ? terms : matcher.wordsIn(wordsAt(ordinal).body)
    found.terms = union(inText, inHeading)
    found.signals = (inText.length > 0 ? NORMALIZED : 0) | (inHeading.length > 0 ? HEADING : 0)
  }

  function matchText(ordinal: number, loosely: boolean): void {
    const { heading, body } = wordsAt(ordinal)
    const textWords = indexKnows ? NOTHING : matcher.wordsIn(body)
    const headingWords = indexKnows ? NOTHING : matcher.words(heading.text)
    const isLoose = loosely && textWords.length === 0 && headingWords.length === 0
    const inText = isLoose ? matcher.loosely(body) : textWords
    const inHeading = isLoose ? matcher.loosely(heading) : headingWords
    const textLoosely = (isLoose && inText.length > 0) || (bySynonym && synonymMatcher.wordsIn(body).length > 0)
    const inOwnHeading = inHeading.length > 0 || (bySynonym && synonymMatcher.words(heading.text).length > 0)
    found.terms = union(inText, inHeading)
    found.signals = (textWords.length > 0 ? NORMALIZED : 0) | (textLoosely ? LOOSE : 0) | (inOwnHeading ? HEADING : 0)
  }

  return (place, hit, loosely) => {
    if (isHopeless(hit, query, loosely)) return NO_MATCH
    if (hit.terms.length === 0 || bySynonym) matchText(hit.ordinal, loosely)
    else if (indexKnows) matchKnown(place, hit)
    else matchHeading(place, hit)
    return found
  }
}

const NOTHING: readonly number[] = []
const NO_MATCH: NodeMatch = { signals: 0, terms: NOTHING }

/** Of two lists in ascending order; usually one holds the other. */
function union(a: readonly number[], b: readonly number[]): readonly number[] {
  const more = b.filter((term) => !a.includes(term))
  return more.length === 0 ? a : [...a, ...more].sort((left, right) => left - right)
}
