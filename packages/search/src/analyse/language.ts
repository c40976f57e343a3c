import { foldedText } from './scan.ts'
import { ENGLISH_GRAMMAR, ENGLISH_STOP_WORDS, SPANISH_GRAMMAR, SPANISH_STOP_WORDS } from './stop-words.ts'

/** Which grammar the Latin words of a text follow. `unknown`: no evidence, or as much for one as for the other. */
export type LatinLanguage = 'en' | 'es' | 'unknown'

const SAMPLE_CHARACTERS = 4_000
/** Spanish text opens its questions and exclamations. */
const OPENING_MARKS = new Set('¿¡')
const OPENING_MARK_TELLS = 2

/** Stop words that only one of the two languages has: 1 for Spanish, -1 for English. */
const TELLING = new Map<string, number>([
  ...[...SPANISH_GRAMMAR].filter((word) => !ENGLISH_GRAMMAR.has(word)).map((word) => [word, 1] as const),
  ...[...ENGLISH_GRAMMAR].filter((word) => !SPANISH_GRAMMAR.has(word)).map((word) => [word, -1] as const),
])
const LONGEST = Math.max(...[...TELLING.keys()].map((word) => word.length))

/**
 * Counts the stop words that only one of the two languages has, and Spanish opening marks. Accents are no evidence, so
 * that a text and the same text typed without accents are understood alike.
 */
export function guessLanguage(text: string): LatinLanguage {
  return languageOf([foldedText(text.slice(0, SAMPLE_CHARACTERS))])
}

/** The same for texts that are folded, in lower case: what they begin with, taken together, tells. */
export function languageOf(folded: readonly string[]): LatinLanguage {
  let balance = 0
  let left = SAMPLE_CHARACTERS
  for (const text of folded) {
    if (left <= 0) break
    balance += balanceOf(text, Math.min(left, text.length))
    left -= text.length
  }
  if (balance === 0) return 'unknown'
  return balance > 0 ? 'es' : 'en'
}

/** How much more the first letters speak for Spanish than for English. */
function balanceOf(folded: string, length: number): number {
  let balance = 0
  for (let at = 0; at < length; at++) {
    const start = at
    while (at < length && isLetter(folded.charCodeAt(at))) at++
    if (at > start && at - start <= LONGEST) balance += TELLING.get(folded.slice(start, at)) ?? 0
    if (at < length && OPENING_MARKS.has(folded[at]!)) balance += OPENING_MARK_TELLS
  }
  return balance
}

/** Is the folded word grammar in this language? In an unknown one, only what is grammar in both. */
export function isStopWord(word: string, language: LatinLanguage): boolean {
  if (language === 'en') return ENGLISH_STOP_WORDS.has(word)
  if (language === 'es') return SPANISH_STOP_WORDS.has(word)
  return ENGLISH_STOP_WORDS.has(word) && SPANISH_STOP_WORDS.has(word)
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122
}
