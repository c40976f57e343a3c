import { fold } from '../fold.ts'
import { ENGLISH_STOP_WORDS, SPANISH_STOP_WORDS } from './stop-words.ts'

/** Which grammar the Latin words of a text follow. `unknown`: no evidence, or as much for one as for the other. */
export type LatinLanguage = 'en' | 'es' | 'unknown'

const SAMPLE_CHARACTERS = 4_000

/**
 * Counts the stop words that only one of the two languages has, and Spanish opening marks. Accents are no evidence, so
 * that a text and the same text typed without accents are understood alike.
 */
export function guessLanguage(text: string): LatinLanguage {
  const sample = fold(text.slice(0, SAMPLE_CHARACTERS).normalize('NFKC').toLowerCase())
  let balance = (sample.match(/[¿¡]/g)?.length ?? 0) * 2
  for (const [word] of sample.matchAll(/[a-z]+/g)) {
    const spanish = SPANISH_STOP_WORDS.has(word)
    if (spanish !== ENGLISH_STOP_WORDS.has(word)) balance += spanish ? 1 : -1
  }
  if (balance === 0) return 'unknown'
  return balance > 0 ? 'es' : 'en'
}

/** Is the folded word grammar in this language? In an unknown one, only what is grammar in both. */
export function isStopWord(word: string, language: LatinLanguage): boolean {
  if (language === 'en') return ENGLISH_STOP_WORDS.has(word)
  if (language === 'es') return SPANISH_STOP_WORDS.has(word)
  return ENGLISH_STOP_WORDS.has(word) && SPANISH_STOP_WORDS.has(word)
}
