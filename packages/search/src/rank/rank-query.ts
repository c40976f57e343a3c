import { forEachGram, type JapaneseSegmenter } from '../analyse/japanese.ts'
import { type GuessedLanguage, isLightWord, languageOf } from '../analyse/language.ts'
import { type QueryTerm, termsOf } from '../analyse/query-terms.ts'
import { prepare, scanRuns } from '../analyse/scan.ts'
import { isJapaneseWord } from '../analyse/scripts.ts'
import { fold } from '../fold.ts'
import type { TermTable } from '../index/term-table.ts'
import type { CorpusParts } from './corpus.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Terms that count as one: their occurrences are added up before anything is scored. */
export interface TermGroup {
  /** Numbers in the vocabulary, or in the table of Japanese grams. */
  readonly ids: readonly number[]
  /** How often the query says it. */
  readonly times: number
}

export interface SaidGram {
  /** Its number in the vocabulary, or in the table of Japanese grams. */
  readonly gram: number
  /** How often the query says it. */
  readonly times: number
}

export interface RankQuery {
  readonly terms: readonly QueryTerm[]
  /** For each term, the words of the vocabulary with its stem, and those that write it and a neighbour as one. */
  readonly words: readonly TermGroup[]
  /** For each term, the word of the vocabulary that is written as it is; -1 for none. */
  readonly exact: readonly number[]
  /** For each term, whether it is grammar most of the time; in a query of nothing else none is. */
  readonly light: readonly boolean[]
  /** Pieces of Latin words, which stand for the words that have them. */
  readonly latinGrams: readonly SaidGram[]
  readonly japaneseGrams: readonly TermGroup[]
}

/** Queries beyond this say nothing more, and must not take the time of a long document. The scorer has a bit for each. */
const MAX_TERMS = 64

/** What a query says, whatever index it is asked of. */
export interface AnalysedQuery {
  readonly text: string
  /** The text as the scanner wants it. */
  readonly prepared: string
  readonly language: GuessedLanguage
  /** The words that count, as `RankedSection.terms` numbers them. */
  readonly terms: readonly QueryTerm[]
}

export function analyseQuery(text: string, segmenter: JapaneseSegmenter): AnalysedQuery {
  const prepared = prepare(text)
  const language = languageOf([fold(prepared)])
  return { text, prepared, language, terms: termsOf(prepared, { language, segmenter }).slice(0, MAX_TERMS) }
}

/** The same in the numbers of one index. */
export function parseQuery({ prepared, language, terms }: AnalysedQuery, { vocabulary, japaneseGrams }: CorpusParts): RankQuery {
  const japanese = counted(japaneseGramsOf(prepared, japaneseGrams).slice(0, MAX_TERMS * 4))
  const light = lightTerms(terms)
  // The pieces of grammar stand in words of all kinds: those of estado in every participle.
  const pieced = terms.filter(({ surface }, term) => !light[term] && !isJapaneseWord(surface))
  return {
    terms,
    words: wordGroups(terms, { language, vocabulary }),
    exact: terms.map(({ surface }) => vocabulary.numberOf(surface)),
    light,
    latinGrams: counted(pieced.flatMap(({ surface }) => vocabulary.gramsOf(surface))),
    japaneseGrams: japanese.map(({ gram, times }) => ({ ids: [gram], times })),
  }
}

function lightTerms(terms: readonly QueryTerm[]): boolean[] {
  const light = terms.map(({ surface, language }) => isLightWord(surface, language))
  return light.includes(false) ? light : light.fill(false)
}

interface WordLookUp {
  readonly language: GuessedLanguage
  readonly vocabulary: Vocabulary
}

/** Technical texts write two words as one: `daemon set` is asked for, `DaemonSet` is written. Such a word is both. */
function wordGroups(terms: readonly QueryTerm[], { language, vocabulary }: WordLookUp): TermGroup[] {
  const groups = terms.map(({ surface }) => vocabulary.formsOf(surface, language))
  for (let second = 1; second < terms.length; second++) {
    const [before, after] = [terms[second - 1]!.surface, terms[second]!.surface]
    if (isJapaneseWord(before) || isJapaneseWord(after)) continue
    const compounds = vocabulary.compoundsOf(before, after, language)
    if (compounds.length === 0) continue
    groups[second - 1] = union(groups[second - 1]!, compounds)
    groups[second] = union(groups[second]!, compounds)
  }
  return groups.map((ids) => ({ ids, times: 1 }))
}

function union(a: readonly number[], b: readonly number[]): readonly number[] {
  return [...new Set([...a, ...b])]
}

/** Each gram once, with how often it is said. */
function counted(grams: readonly number[]): SaidGram[] {
  const said: SaidGram[] = []
  const known = new Map<number, { times: number }>()
  for (const gram of grams) {
    const before = known.get(gram)
    if (before !== undefined) {
      before.times++
      continue
    }
    const first = { gram, times: 1 }
    known.set(gram, first)
    said.push(first)
  }
  return said
}

/** Those that some text has, by number. */
function japaneseGramsOf(text: string, known: TermTable): number[] {
  const grams: number[] = []
  if (known.size === 0) return grams
  scanRuns(text, {
    word: () => {},
    japaneseRun: (start, end) =>
      forEachGram({ text, start, end }, (from, to) => {
        const gram = known.find(text, from, to)
        if (gram >= 0) grams.push(gram)
      }),
    phrase: () => {},
  })
  return grams
}
