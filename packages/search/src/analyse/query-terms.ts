import { fold } from '../fold.ts'
import type { TextRange } from '../mapped-text.ts'
import { normalizeWithMap } from '../normalize.ts'
import { createJapaneseSegmenter, type JapaneseSegmenter } from './japanese.ts'
import { guessLanguage, isStopWord, type LatinLanguage } from './language.ts'
import { prepare, scanRuns } from './scan.ts'
import { isJapanese, scriptOf } from './scripts.ts'
import { stemsOf } from './stems.ts'
import { JAPANESE_STOP_WORDS } from './stop-words.ts'

/** A real word of a query. */
export interface QueryTerm {
  /** The word, normalised, accents as typed. */
  readonly text: string
  /** The word, folded: what stands in an index of surface forms. */
  readonly surface: string
  /** Its stems: one, or one in each language when the query's language is unknown. */
  readonly stems: readonly string[]
}

/** The words of a query in order, each once; grammar is dropped unless nothing else is there. */
export function queryTerms(query: string, segmenter = createJapaneseSegmenter()): QueryTerm[] {
  const text = prepare(query)
  return termsOf(text, { language: guessLanguage(text), segmenter })
}

/** The same for prepared text whose language is known. */
export function termsOf(
  text: string,
  { language, segmenter }: { readonly language: LatinLanguage; readonly segmenter: JapaneseSegmenter },
): QueryTerm[] {
  const words = wordsOf(text, segmenter).map((word) => ({ text: word, surface: fold(word) }))
  const meaningful = words.filter(({ surface }) => !isGrammar(surface, language))
  const terms: QueryTerm[] = []
  const known = new Set<string>()
  for (const word of meaningful.length > 0 ? meaningful : words) {
    const stems = stemsIn(language, word.surface)
    const key = stems.length === 1 ? stems[0]! : stems.join(' ')
    if (known.has(key)) continue
    known.add(key)
    terms.push({ ...word, stems })
  }
  return terms
}

export interface TermRange extends TextRange {
  /** Which of the given terms stands here. */
  readonly term: number
}

/** Where the terms stand in the source text, in order, without overlaps: inflected, accented or inside a longer Japanese word too. */
export function highlightTerms(text: string, terms: readonly QueryTerm[]): TermRange[] {
  const mapped = normalizeWithMap(text)
  const found = [...latinMatches(mapped.text, terms), ...japaneseMatches(mapped.text, terms)]
  found.sort((a, b) => a.start - b.start || b.end - a.end || a.term - b.term)
  const ranges: TermRange[] = []
  let covered = 0
  for (const { start, end, term } of found) {
    if (start < covered) continue
    ranges.push({ ...mapped.sourceRange(start, end), term })
    covered = end
  }
  return ranges
}

/** For each term, whether the text holds it: the same notion of a match as `highlightTerms`. */
export function presentTerms(text: string, terms: readonly QueryTerm[]): boolean[] {
  const prepared = prepare(text)
  const present = terms.map((term) => isJapaneseWord(term.surface) && prepared.includes(term.text))
  for (const { term } of latinMatches(prepared, terms)) present[term] = true
  return present
}

function latinMatches(text: string, terms: readonly QueryTerm[]): TermRange[] {
  const termOf = new Map<string, number>()
  for (const [index, { surface, stems }] of terms.entries()) {
    if (!isJapaneseWord(surface)) for (const stem of stems) termOf.set(stem, termOf.get(stem) ?? index)
  }
  if (termOf.size === 0) return []
  const known = new Map<string, number | undefined>()
  const ranges: TermRange[] = []
  scanRuns(text, {
    word(start, end) {
      const word = text.slice(start, end)
      if (!known.has(word)) known.set(word, matching(word, termOf))
      const term = known.get(word)
      if (term !== undefined) ranges.push({ start, end, term })
    },
    japaneseRun: ignore,
    phrase: ignore,
  })
  return ranges
}

function matching(word: string, termOf: ReadonlyMap<string, number>): number | undefined {
  const { english, spanish } = stemsOf(fold(word))
  return termOf.get(english) ?? termOf.get(spanish)
}

/** Anywhere in the text, inside longer words too: where Japanese words end is a matter of opinion. */
function japaneseMatches(text: string, terms: readonly QueryTerm[]): TermRange[] {
  const ranges: TermRange[] = []
  for (const [term, { text: needle, surface }] of terms.entries()) {
    if (!isJapaneseWord(surface)) continue
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
      ranges.push({ start: at, end: at + needle.length, term })
    }
  }
  return ranges
}

function wordsOf(text: string, segmenter: JapaneseSegmenter): string[] {
  const words: string[] = []
  scanRuns(text, {
    word: (start, end) => words.push(text.slice(start, end)),
    japaneseRun: ignore,
    phrase(start, end) {
      const phrase = text.slice(start, end)
      const found = segmenter.words(phrase)
      for (let i = 0; i < found.length; i += 2) words.push(phrase.slice(found[i], found[i + 1]))
      // A phrase of single hiragana is still all that was asked for.
      if (found.length === 0 && phrase === text) words.push(phrase)
    },
  })
  return words
}

function stemsIn(language: LatinLanguage, surface: string): readonly string[] {
  if (isJapaneseWord(surface)) return [surface]
  const { english, spanish } = stemsOf(surface)
  if (language === 'en') return [english]
  return language === 'es' || english === spanish ? [spanish] : [english, spanish]
}

function isGrammar(folded: string, language: LatinLanguage): boolean {
  return isJapaneseWord(folded) ? JAPANESE_STOP_WORDS.has(folded) : isStopWord(folded, language)
}

function isJapaneseWord(word: string): boolean {
  return isJapanese(scriptOf(word.charCodeAt(0)))
}

function ignore(): void {}
