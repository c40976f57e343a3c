import { gramsOf } from '../analyse/analyse.ts'
import { stemEnglish } from '../analyse/english.ts'
import { forEachGram, type JapaneseSegmenter } from '../analyse/japanese.ts'
import { guessLanguage, type LatinLanguage } from '../analyse/language.ts'
import { type QueryTerm, termsOf } from '../analyse/query-terms.ts'
import { prepare, scanRuns } from '../analyse/scan.ts'
import { isJapanese, scriptOf } from '../analyse/scripts.ts'
import { stemSpanish } from '../analyse/spanish.ts'
import type { CorpusParts } from './corpus.ts'
import type { Deadline } from './deadline.ts'

/** Terms that count as one: their occurrences are added up before anything is scored. */
export interface TermGroup {
  /** Numbers in the vocabulary, or in the table of Japanese grams. */
  readonly ids: readonly number[]
  /** How often the query says it. */
  readonly times: number
}

export interface RankQuery {
  readonly terms: readonly QueryTerm[]
  /** For each term, the words of the vocabulary with its stem, and those that write it and a neighbour as one. */
  readonly words: readonly TermGroup[]
  /** Pieces of Latin words, as the words that have them. */
  readonly latinGrams: readonly TermGroup[]
  readonly japaneseGrams: readonly TermGroup[]
}

/** Queries beyond this say nothing more, and must not take the time of a long document. The scorer has a bit for each. */
const MAX_TERMS = 64

/** What a query says, whatever index it is asked of. */
export interface AnalysedQuery {
  readonly text: string
  /** The text as the scanner wants it. */
  readonly prepared: string
  readonly language: LatinLanguage
  /** The words that count, as `RankedSection.terms` numbers them. */
  readonly terms: readonly QueryTerm[]
}

export function analyseQuery(text: string, segmenter: JapaneseSegmenter): AnalysedQuery {
  const prepared = prepare(text)
  const language = guessLanguage(prepared)
  return { text, prepared, language, terms: termsOf(prepared, { language, segmenter }).slice(0, MAX_TERMS) }
}

/** The same in the numbers of one index. */
export function parseQuery(
  { prepared, language, terms }: AnalysedQuery,
  { parts, deadline }: { readonly parts: CorpusParts; readonly deadline: Deadline },
): RankQuery {
  return {
    terms,
    words: wordGroups(terms, { language, parts }),
    latinGrams: grouped(
      terms.flatMap(({ surface }) => (isJapaneseWord(surface) ? [] : gramsOf(surface))),
      (gram) => (deadline.isReached() ? [] : parts.vocabulary.withGram(gram)),
    ),
    japaneseGrams: grouped(japaneseGramsOf(prepared).slice(0, MAX_TERMS * 4), (gram) => present(parts.japaneseGrams.find(gram))),
  }
}

interface WordLookUp {
  readonly language: LatinLanguage
  readonly parts: CorpusParts
}

/** Technical texts write two words as one: `daemon set` is asked for, `DaemonSet` is written. Such a word is both. */
function wordGroups(terms: readonly QueryTerm[], lookUp: WordLookUp): TermGroup[] {
  const groups = terms.map(({ surface }) => sameStem(surface, lookUp))
  for (let second = 1; second < terms.length; second++) {
    const [before, after] = [terms[second - 1]!.surface, terms[second]!.surface]
    if (isJapaneseWord(before) || isJapaneseWord(after)) continue
    for (const id of sameStem(before + after, lookUp)) {
      groups[second - 1]!.add(id)
      groups[second]!.add(id)
    }
  }
  return groups.map((ids) => ({ ids: [...ids], times: 1 }))
}

function sameStem(surface: string, { language, parts }: WordLookUp): Set<number> {
  const { vocabulary } = parts
  const ids = new Set(present(vocabulary.find(surface)))
  if (isJapaneseWord(surface)) return ids
  // Spanish manuals are full of English words with English plurals; the reverse is rare.
  for (const id of vocabulary.withStem(stemEnglish(surface), 'en')) ids.add(id)
  if (language !== 'en') for (const id of vocabulary.withStem(stemSpanish(surface), 'es')) ids.add(id)
  return ids
}

function grouped(terms: readonly string[], idsOf: (term: string) => readonly number[]): TermGroup[] {
  const times = new Map<string, number>()
  for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
  return [...times].map(([term, count]) => ({ ids: idsOf(term), times: count })).filter(({ ids }) => ids.length > 0)
}

function japaneseGramsOf(text: string): string[] {
  const grams: string[] = []
  scanRuns(text, {
    word: () => {},
    japaneseRun: (start, end) => forEachGram({ text, start, end }, (from, to) => grams.push(text.slice(from, to))),
    phrase: () => {},
  })
  return grams
}

function present(id: number): number[] {
  return id < 0 ? [] : [id]
}

function isJapaneseWord(word: string): boolean {
  return isJapanese(scriptOf(word.charCodeAt(0)))
}
