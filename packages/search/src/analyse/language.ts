import { wordSet } from '../languages/language.ts'
import { LATIN_LANGUAGES, type LanguageCode, type LatinCode, LIGHT_WORDS, STOP_WORDS } from '../languages/registry.ts'
import { foldedText } from './scan.ts'
import { isJapaneseText, isJapaneseWord } from './scripts.ts'

/** Which grammar the Latin words of a text follow. `unknown`: no evidence, or as much for one as for another. */
export type GuessedLanguage = LatinCode | 'unknown'

const SAMPLE_CHARACTERS = 4_000
const MARK_TELLS = 2

/** By word: the languages that have it as grammar, a bit each by their place; words of all languages tell nothing. */
const TELLING = tellingWords()
const LONGEST = Math.max(...[...TELLING.keys()].map((word) => word.length))
const MARKS: ReadonlyMap<string, number> = new Map(
  LATIN_LANGUAGES.flatMap(({ marks = '' }, place) => [...marks].map((mark) => [mark, place] as const)),
)
/** What is grammar in more than one language is grammar in a text whose language is not known. */
const SHARED: ReadonlySet<string> = new Set([...TELLING.keys(), ...commonWords()].filter(isShared))

/**
 * Counts the grammar of each language, and marks that only one has. Accents are no evidence, so that a text and the same text
 * typed without accents are understood alike. Languages that share what was found are told apart by the endings of words.
 */
export function guessLanguage(text: string): GuessedLanguage {
  return languageOf([foldedText(text.slice(0, SAMPLE_CHARACTERS))])
}

/** The same for texts that are folded, in lower case: what they begin with, taken together, tells. */
export function languageOf(folded: readonly string[]): GuessedLanguage {
  const evidence = { all: LATIN_LANGUAGES.map(() => 0), own: LATIN_LANGUAGES.map(() => 0) }
  let left = SAMPLE_CHARACTERS
  for (const text of folded) {
    if (left <= 0) break
    collect(evidence, text, Math.min(left, text.length))
    left -= text.length
  }
  const most = Math.max(...evidence.all)
  if (most === 0) return 'unknown'
  const first = evidence.all.indexOf(most)
  if (evidence.all.indexOf(most, first + 1) < 0) return LATIN_LANGUAGES[first]!.code
  return amongEqual(evidence, most, folded)
}

/** The language of a sentence or a question: Japanese by its letters, English when nothing tells. */
export function languageOfText(text: string): LanguageCode {
  if (isJapaneseText(text)) return 'ja'
  const guessed = guessLanguage(text)
  return guessed === 'unknown' ? 'en' : guessed
}

/** The same for a query, of whose words the language was guessed already. */
export function languageOfQuery(query: string, terms: readonly { readonly language: GuessedLanguage }[]): LanguageCode {
  const guessed = terms[0]?.language
  if (guessed === undefined || isJapaneseText(query)) return languageOfText(query)
  return guessed === 'unknown' ? 'en' : guessed
}

/** Is the folded word grammar in this language? In an unknown one, only what is grammar in more than one. */
export function isStopWord(word: string, language: GuessedLanguage): boolean {
  return language === 'unknown' ? SHARED.has(word) : STOP_WORDS[language].has(word)
}

/** Is the folded word mostly grammar in this language, though it may carry the meaning? In an unknown one, in any. */
export function isLightWord(word: string, language: GuessedLanguage): boolean {
  if (isJapaneseWord(word)) return LIGHT_WORDS.ja.has(word)
  return language === 'unknown'
    ? LATIN_LANGUAGES.some(({ code }) => LIGHT_WORDS[code].has(word))
    : LIGHT_WORDS[language].has(word)
}

/** Is the folded word grammar in some language that writes words apart? */
export function isSomeStopWord(word: string): boolean {
  return LATIN_LANGUAGES.some(({ code }) => STOP_WORDS[code].has(word))
}

interface Evidence {
  /** By language: the grammar found, and what of it no other language has. */
  readonly all: number[]
  readonly own: number[]
}

function collect({ all, own }: Evidence, folded: string, length: number): void {
  for (let at = 0; at < length; at++) {
    const start = at
    while (at < length && isLetter(folded.charCodeAt(at))) at++
    // M4, E2: a letter of a name.
    const isWord = at > start && at - start <= LONGEST && !isDigit(folded.charCodeAt(at))
    const holders = isWord ? TELLING.get(folded.slice(start, at)) : undefined
    if (holders !== undefined) {
      for (let place = 0; place < all.length; place++) all[place]! += (holders >> place) & 1
      if ((holders & (holders - 1)) === 0) own[31 - Math.clz32(holders)]!++
    }
    const marked = at < length ? MARKS.get(folded[at]!) : undefined
    if (marked !== undefined) {
      all[marked]! += MARK_TELLS
      own[marked]! += MARK_TELLS
    }
  }
}

/** As much grammar of each: the endings of words decide, but not against words that only one has. */
function amongEqual({ all, own }: Evidence, most: number, folded: readonly string[]): GuessedLanguage {
  const equal = LATIN_LANGUAGES.filter((_, place) => all[place] === most)
  if (LATIN_LANGUAGES.some((_, place) => all[place] === most && own[place]! > 0)) return 'unknown'
  const words = (
    folded
      .join(' ')
      .slice(0, SAMPLE_CHARACTERS)
      .match(/[a-z]{3,}/g) ?? []
  ).filter((word) => !TELLING.has(word))
  const endings = equal.map((language) => words.filter((word) => language.endings.test(word)).length)
  const typical = Math.max(...endings)
  const first = endings.indexOf(typical)
  return typical === 0 || endings.includes(typical, first + 1) ? 'unknown' : equal[first]!.code
}

function tellingWords(): ReadonlyMap<string, number> {
  const holders = new Map<string, number>()
  for (const [place, { grammar, telling }] of LATIN_LANGUAGES.entries()) {
    for (const word of wordSet(`${grammar} ${telling}`)) holders.set(word, (holders.get(word) ?? 0) | (1 << place))
  }
  const all = 2 ** LATIN_LANGUAGES.length - 1
  return new Map([...holders].filter(([, bits]) => bits !== all))
}

function commonWords(): string[] {
  const [first, ...others] = LATIN_LANGUAGES.map(({ grammar }) => wordSet(grammar))
  return [...first!].filter((word) => others.every((words) => words.has(word)))
}

function isShared(word: string): boolean {
  return LATIN_LANGUAGES.filter(({ code }) => STOP_WORDS[code].has(word)).length > 1
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122
}
