import { LATIN_LANGUAGES, type LatinCode } from '../languages/registry.ts'
import type { GuessedLanguage } from './language.ts'

/** Beyond so many words the memory starts anew. */
const REMEMBERED = 20_000
/** V8 copies shorter parts of a text; a longer one would keep the whole text in memory for as long as it is remembered. */
const COPIED_BELOW = 13
const LONGEST_REMEMBERED = 40

/**
 * What stemmers said, by language and word: texts and questions about one subject say the same words again and again. With
 * the page that columns are cut from (index/kept-columns.ts) the only memory of this package that is nobody's: neither can be told
 * from making anew.
 */
const KNOWN: ReadonlyMap<LatinCode, Map<string, string>> = new Map(LATIN_LANGUAGES.map(({ code }) => [code, new Map()]))
const STEMMERS = new Map(LATIN_LANGUAGES.map(({ code, stem }) => [code, stem] as const))

/** The stem of a folded word. */
export function stemIn(language: LatinCode, word: string): string {
  const known = KNOWN.get(language)!
  const remembered = known.get(word)
  if (remembered !== undefined) return remembered
  const stem = STEMMERS.get(language)!(word)
  if (word.length > LONGEST_REMEMBERED) return stem
  if (known.size >= REMEMBERED) known.clear()
  known.set(word.length < COPIED_BELOW ? word : copyOf(word), stem)
  return stem
}

/** The stems of a word that is asked for: one, or one in each language when it is not known which; each once. */
export function stemsOf(word: string, language: GuessedLanguage): readonly string[] {
  if (language !== 'unknown') return [stemIn(language, word)]
  return [...new Set(LATIN_LANGUAGES.map(({ code }) => stemIn(code, word)))]
}

/** Whether the folded word is a form of one with these stems, asked for in this language. */
export function isFormOf(
  { stems, language }: { readonly stems: readonly string[]; readonly language: GuessedLanguage },
  word: string,
): boolean {
  for (const code of BESIDE.get(language)!) if (stems.includes(stemIn(code, word))) return true
  return false
}

const ALL = LATIN_LANGUAGES.map(({ code }) => code)
/** In which languages words may be forms of one that is asked for in this language, its own first. English words stand in texts of all languages. */
const BESIDE: ReadonlyMap<GuessedLanguage, readonly LatinCode[]> = new Map<GuessedLanguage, readonly LatinCode[]>([
  ['unknown', ['en', ...ALL.filter((code) => code !== 'en')]],
  ...ALL.map((code) => [code, code === 'en' ? (['en'] as const) : ([code, 'en'] as const)] as const),
])

/** A text of its own, without the one that it was part of. */
function copyOf(word: string): string {
  return ` ${word}`.slice(1)
}
