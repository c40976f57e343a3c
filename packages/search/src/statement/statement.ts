import { languageOfText } from '../analyse/language.ts'
import { LANGUAGES, LATIN_LANGUAGES, type LanguageCode, type LatinCode } from '../languages/registry.ts'
import { readJapanese } from './japanese.ts'
import { createLatinReader } from './latin.ts'
import type { Quantity } from './quantity.ts'

/** What one clause says, as far as it can be compared with another. */
export interface Clause {
  /** What it is about: stems of its content words, without what tells polarity or quantity. */
  readonly subject: readonly string[]
  /** Content words of the conditions and exceptions it stands under. */
  readonly conditions: readonly string[]
  /** How it binds: a plain statement, a permission, a duty or ban, or a duty that is waived. */
  readonly mode: Mode
  /** What it affirms (1) or denies (-1); 0 when that cannot be told. */
  readonly sign: Sign
  /** The scales on which its predicate lies: `cover` for covered and excluded, `enable` for on and off. */
  readonly axes: ReadonlySet<string>
  /** Words of which there is an opposite (before, after), by their scale. */
  readonly sides: ReadonlyMap<string, Sign>
  readonly quantities: readonly Quantity[]
}

export type Mode = 'plain' | 'permits' | 'binds' | 'waives'
export type Sign = -1 | 0 | 1

export interface Statement {
  readonly language: LanguageCode
  /** Empty when the sentence states nothing: a question, a heading, a row of a table. */
  readonly clauses: readonly Clause[]
  /** It restricts what was said before it (ただし, however), so it does not stand against it. */
  readonly isException: boolean
}

/** Headings, table rows and fences state nothing by themselves. */
const NO_SENTENCE = /^\s*(?:#{1,6}\s|\||```|~~~|<)/
/** Marks of a list or a quotation before the sentence. */
const LEADING_MARKS = /^\s*(?:>\s*)*(?:[-*+]\s+|\d{1,3}[.)]\s+|・\s*)?/
/** Longer ones are tables or code that nobody meant as a sentence. */
const MAX_LENGTH = 600

export function readStatement(sentence: string, language: LanguageCode = languageOfText(sentence)): Statement {
  const silent: Statement = { language, clauses: [], isException: false }
  if (sentence.length > MAX_LENGTH || NO_SENTENCE.test(sentence)) return silent
  const text = sentence.replace(LEADING_MARKS, '').trim()
  if (text === '') return silent
  return { language, ...readers[language](text) }
}

/** What a question or a heading is about: the same words that a statement about it would hold. */
export function subjectWords(text: string, language: LanguageCode = languageOfText(text)): string[] {
  const stated = text.replace(ASKED, '').replace(ASKS, '').trim()
  const { clauses } = readStatement(stated, language)
  return [...new Set(clauses.flatMap(({ subject, conditions }) => [...subject, ...conditions]))]
}

/** Words that open a question, and marks that end one. */
const OPENS = LANGUAGES.flatMap(({ questions }) => (questions.opens === '' ? [] : [questions.opens])).join('|')
const ASKED = new RegExp(`^[¿\\s]*(?:(?:${OPENS})(?!\\p{L})\\s*)*`, 'iu')
const ASKS = /(?:(?<=です|ます|ません|でしょう|ある|できる|よい|いい|の)か)?[?？。.\s]*$/

const readers = {
  ja: readJapanese,
  ...(Object.fromEntries(LATIN_LANGUAGES.map((language) => [language.code, whenAsked(language)])) as Record<
    LatinCode,
    typeof readJapanese
  >), // every code is there
} satisfies Record<LanguageCode, (text: string) => Omit<Statement, 'language'>>

/** A reader takes milliseconds to make, and few workspaces are written in every language. */
function whenAsked({ statements, stem }: (typeof LATIN_LANGUAGES)[number]): typeof readJapanese {
  let reader: typeof readJapanese | undefined
  return (text) => {
    reader ??= createLatinReader(statements, stem)
    return reader(text)
  }
}
