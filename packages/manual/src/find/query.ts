import { isSomeStopWord, normalize, type QueryTerm } from '@shoko/search'
import { isHint } from '../claims/facets.ts'
import { comparable } from '../words/lexicon.ts'
import { createMatcher, type Matcher } from './match.ts'

export interface FindQuery {
  /** As the user wrote it, normalized, and as words are looked for in it. */
  readonly text: string
  readonly normalized: string
  readonly comparable: string
  readonly terms: readonly QueryTerm[]
  /** Terms that say what the question is about, not what kind of answer it wants; by their place. */
  readonly subject: readonly number[]
  readonly matcher: Matcher
  /** What the index does not have as a word of a node, the node's text does not hold either. */
  readonly indexKnows: boolean
  /** Words that mean the same as one of the query's, to be searched as well. */
  readonly synonyms: readonly string[]
  readonly synonymMatcher: Matcher
}

export type SynonymGroups = readonly (readonly string[])[]

export interface QueryReading {
  readonly groups: SynonymGroups
  /** The words of a text that the index tells apart. */
  readonly termsOf: (text: string) => readonly QueryTerm[]
}

export function readQuery(text: string, { groups, termsOf }: QueryReading): FindQuery {
  const terms = termsOf(text)
  const normalized = normalize(text)
  const comparableText = comparable(text)
  const synonyms = synonymsFor(comparableText, groups)
  return {
    text,
    normalized,
    comparable: comparableText,
    terms,
    subject: subjectOf(terms),
    matcher: createMatcher(terms),
    indexKnows: synonyms.length === 0 && terms.every(isIndexed),
    synonyms,
    synonymMatcher: synonyms.length === 0 ? NO_SYNONYMS : createMatcher(termsOf(synonyms.join(' '))),
  }
}

const NO_SYNONYMS = createMatcher([])

function subjectOf(terms: readonly QueryTerm[]): number[] {
  const subject: number[] = []
  for (let term = 0; term < terms.length; term++) if (!isHint(terms[term]!.surface)) subject.push(term)
  return subject
}

/** Japanese words may stand inside others, and grammar is not indexed. */
function isIndexed({ surface }: QueryTerm): boolean {
  return LATIN.test(surface[0]!) && !isSomeStopWord(surface)
}

function synonymsFor(query: string, groups: SynonymGroups): string[] {
  const found = new Set<string>()
  for (const group of groups) {
    const forms = comparableForms(group)
    if (!forms.some((form) => holds(query, form))) continue
    for (const [place, word] of group.entries()) if (!holds(query, forms[place]!)) found.add(word)
  }
  return [...found]
}

/** Groups are asked about by every query, and never change. */
const FORMS = new WeakMap<readonly string[], readonly string[]>()

function comparableForms(group: readonly string[]): readonly string[] {
  const known = FORMS.get(group) ?? group.map(comparable)
  FORMS.set(group, known)
  return known
}

/** A Latin word counts only as a whole; Japanese has no boundaries to look at. */
function holds(query: string, word: string): boolean {
  for (let at = query.indexOf(word); at !== -1; at = query.indexOf(word, at + 1)) {
    const before = query[at - 1] ?? ' '
    const after = query[at + word.length] ?? ' '
    const cutsWord = (LATIN.test(word[0]!) && LATIN.test(before)) || (LATIN.test(word.at(-1)!) && LATIN.test(after))
    if (!cutsWord) return true
  }
  return false
}

const LATIN = /[a-z0-9]/
