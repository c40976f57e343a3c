import { fold } from '../fold.ts'
import { STOP_WORDS } from '../languages/registry.ts'
import { createJapaneseSegmenter, type JapaneseSegmenter } from './japanese.ts'
import { type GuessedLanguage, guessLanguage, isStopWord } from './language.ts'
import { prepare, scanRuns } from './scan.ts'
import { isJapaneseWord } from './scripts.ts'
import { isFormOf, stemsOf } from './stems.ts'

/** A real word of a query. */
export interface QueryTerm {
  /** The word, normalized, accents as typed. */
  readonly text: string
  /** The word, folded: what stands in an index of surface forms. */
  readonly surface: string
  /** Its stems: one, or one in each language when the query's language is unknown. */
  readonly stems: readonly string[]
  /** The query's: it says in which languages other words may be forms of this one. */
  readonly language: GuessedLanguage
}

/** The words of a query in order, each once; grammar is dropped unless nothing else is there. */
export function queryTerms(query: string, segmenter = createJapaneseSegmenter()): QueryTerm[] {
  const text = prepare(query)
  return termsOf(text, { language: guessLanguage(text), segmenter })
}

/** The same for prepared text whose language is known. */
export function termsOf(
  text: string,
  { language, segmenter }: { readonly language: GuessedLanguage; readonly segmenter: JapaneseSegmenter },
): QueryTerm[] {
  const words = wordsOf(text, segmenter).map((word) => ({ text: word, surface: fold(word) }))
  const meaningful = words.filter(({ surface }) => !isGrammar(surface, language))
  const terms: QueryTerm[] = []
  const known = new Set<string>()
  for (const word of meaningful.length > 0 ? meaningful : words) {
    const stems = isJapaneseWord(word.surface) ? [word.surface] : stemsOf(word.surface, language)
    const key = stems.length === 1 ? stems[0]! : stems.join(' ')
    if (known.has(key)) continue
    known.add(key)
    terms.push({ ...word, stems, language })
  }
  return terms
}

/** For each term, whether the text holds it: inflected, accented or inside a longer Japanese word too. */
export function presentTerms(text: string, terms: readonly QueryTerm[]): boolean[] {
  const prepared = prepare(text)
  const words = terms.every(({ surface }) => isJapaneseWord(surface)) ? [] : Array.from(latinWords(prepared), fold)
  // Where Japanese words end is a matter of opinion: they are looked for inside longer ones too.
  return terms.map((term) =>
    isJapaneseWord(term.surface) ? prepared.includes(term.text) : words.some((word) => isFormOf(term, word)),
  )
}

function latinWords(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  scanRuns(text, { word: (start, end) => words.add(text.slice(start, end)), japaneseRun: ignore, phrase: ignore })
  return words
}

function wordsOf(text: string, segmenter: JapaneseSegmenter): string[] {
  const runs: string[] = []
  const phrases: string[] = []
  scanRuns(text, {
    word: (start, end) => runs.push(text.slice(start, end)),
    japaneseRun: ignore,
    phrase(start, end) {
      phrases.push(text.slice(start, end))
      runs.push(phrases.at(-1)!)
    },
  })
  if (phrases.length === 0) return runs
  segmenter.learn(phrases)
  return runs.flatMap((run) => (isJapaneseWord(run) ? wordsOfPhrase(run, { text, segmenter }) : run))
}

function wordsOfPhrase(
  phrase: string,
  { text, segmenter }: { readonly text: string; readonly segmenter: JapaneseSegmenter },
): string[] {
  const found = segmenter.words(phrase)
  const words: string[] = []
  for (let i = 0; i < found.length; i += 2) words.push(phrase.slice(found[i], found[i + 1]))
  // A phrase of single hiragana is still all that was asked for.
  return found.length === 0 && phrase === text ? [phrase] : words
}

function isGrammar(folded: string, language: GuessedLanguage): boolean {
  return isJapaneseWord(folded) ? STOP_WORDS.ja.has(folded) : isStopWord(folded, language)
}

function ignore(): void {}
