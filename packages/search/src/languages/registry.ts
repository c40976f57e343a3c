import { english } from './english/language.ts'
import { french } from './french/language.ts'
import { japanese } from './japanese/language.ts'
import { wordSet } from './language.ts'
import { spanish } from './spanish/language.ts'

/** The languages that write words apart. English first: it stands in for what is not known, and its words are in every manual. */
export const LATIN_LANGUAGES = [english, spanish, french] as const

/** All of them. To add a language is to add it here. */
export const LANGUAGES = [japanese, ...LATIN_LANGUAGES] as const

export type LatinCode = (typeof LATIN_LANGUAGES)[number]['code']
export type LanguageCode = (typeof LANGUAGES)[number]['code']

/** By code: grammar that is no word of an index or a query. */
export const STOP_WORDS = byCode(({ grammar, meaningful }) => wordSet(grammar).difference(wordSet(meaningful)))
/** Grammar most of the time, and sometimes what is asked about. */
export const LIGHT_WORDS = byCode(({ meaningful }) => wordSet(meaningful))

/** What a part of the packages wants to know, worked out for every language. */
export function byCode<T>(of: (language: (typeof LANGUAGES)[number]) => T): Readonly<Record<LanguageCode, T>> {
  return Object.fromEntries(LANGUAGES.map((language) => [language.code, of(language)])) as Record<LanguageCode, T> // every code is there
}
