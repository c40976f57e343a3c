import { LATIN_LANGUAGES, type LatinCode } from '../languages/registry.ts'
import { ownText } from '../own-text.ts'
import type { GuessedLanguage } from './language.ts'

/** Beyond so many words the memory starts anew. */
const REMEMBERED = 20_000
const LONGEST_REMEMBERED = 40

/**
 * What stemmers said, by language and word: texts and questions about one subject say the same words again and again. With
 * the pages that columns are cut from (index/kept-columns.ts) the only memory of this package that is nobody's: neither can be told
 * from making anew.
 */
const KNOWN: ReadonlyMap<LatinCode, Map<string, string>> = new Map(LATIN_LANGUAGES.map(({ code }) => [code, new Map()]))
const STEMMERS = new Map(LATIN_LANGUAGES.map(({ code, stem }) => [code, stem] as const))

/** The stem of a folded word. */
export function stemIn(language: LatinCode, word: string): string {
  const known = KNOWN.get(language)!
  const remembered = known.get(word)
  if (remembered !== undefined) return remembered
  const stemmer = STEMMERS.get(language)!
  if (word.length > LONGEST_REMEMBERED) return stemmer(word)
  if (known.size >= REMEMBERED) known.clear()
  const own = ownText(word)
  const stem = stemmer(own)
  known.set(own, stem)
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
