import { type FileRecord, wordsOf } from '../corpus/file-record.ts'
import type { Matcher } from './match.ts'
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

export function matchNode({ record, node }: { readonly record: FileRecord; readonly node: number }, query: FindQuery): NodeMatch {
  const { heading, text } = wordsOf(record, node)
  const asWords = { text: query.matcher.words(text), heading: query.matcher.words(heading) }
  const found = isEmpty(asWords) ? { text: query.matcher.loosely(text), heading: query.matcher.loosely(heading) } : asWords
  const bySynonym = query.synonyms.length > 0
  return {
    ...termsHeld(query, [...found.text, ...found.heading]),
    words: asWords.text.length > 0,
    loose: (found !== asWords && found.text.length > 0) || (bySynonym && holdsAny(query.synonymMatcher, text)),
    heading: found.heading.length > 0 || (bySynonym && holdsAny(query.synonymMatcher, heading)),
  }
}

export function termsHeld({ terms }: FindQuery, held: readonly number[]): Pick<NodeMatch, 'matched' | 'coverage'> {
  const matched: string[] = []
  for (let term = 0; term < terms.length; term++) if (held.includes(term)) matched.push(terms[term]!.text)
  return { matched, coverage: terms.length === 0 ? 0 : matched.length / terms.length }
}

function holdsAny(matcher: Matcher, text: string): boolean {
  return matcher.words(text).length > 0 || matcher.loosely(text).length > 0
}

function isEmpty({ text, heading }: { readonly text: readonly number[]; readonly heading: readonly number[] }): boolean {
  return text.length === 0 && heading.length === 0
}
