import { stemSpanish } from '../analyse/spanish.ts'
import { spanishWords } from './data/spanish.ts'
import { createLatinReader } from './latin.ts'

/** "No lave", "nunca utilice": an order not to do something. Statements have their verb in another form ("no se lava"). */
const BAN =
  /^(?:no|nunca|jamas) (?:(?:lo|la|los|las|se) )?(?!es\b|esta|se\b|hay\b|ha\b|son\b|tiene|pued|deb|hace\b|procede|existe)[a-z]+[ae]n?\b(?: nunca)?/

/** Denies nothing: it does not cease to be so. */
const DOUBLE = /\bno dejan? de\b/g

const read = createLatinReader({
  words: spanishWords,
  stem: stemSpanish,
  isQuestion: (text) => text.endsWith('?') || text.startsWith('¿'),
  bannedIn: (text) => (BAN.test(text) ? text.replace(/^\S+ /, '') : undefined),
})

export function readSpanish(sentence: string): ReturnType<typeof read> {
  return read(sentence, (folded) => folded.replace(DOUBLE, ''))
}
