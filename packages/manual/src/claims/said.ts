import {
  type LanguageCode,
  languageOfText,
  type PreparedSection,
  readStatement,
  type Sentence,
  type Statement,
} from '@shoko/search'
import type { PassageSource } from '../find/passages.ts'

/** A sentence of the manuals, and what it says. */
export interface Said {
  readonly text: string
  readonly line: number
  readonly source: PassageSource
  readonly statement: Statement
}

interface Read {
  /** Of its prose: sentences are too short to tell. */
  readonly language: LanguageCode
  readonly statements: Map<number, Statement>
}

/** Read once a sentence, for as long as the section is kept: questions about one subject meet the same sentences. */
const READ = new WeakMap<PreparedSection, Read>()

export function saidAt(source: PassageSource, place: number): Said {
  const sentence = source.text.sentences.at(place)
  const read = READ.get(source.text) ?? { language: languageOfText(source.text.text), statements: new Map<number, Statement>() }
  READ.set(source.text, read)
  const statement = read.statements.get(place) ?? statementOf(sentence, read.language)
  read.statements.set(place, statement)
  return { text: sentence.text, line: sentence.startLine, source, statement }
}

function statementOf(sentence: Sentence, language: LanguageCode): Statement {
  const text = isStated(sentence) ? sentence.text : `# ${sentence.text}`
  return language === 'ja' ? readStatement(text) : readStatement(text, language)
}

/** A few words without an end are a label or an entry of a list: they name something and state nothing. */
function isStated({ kind, text }: Sentence): boolean {
  if (kind !== 'sentence') return false
  return (
    /[.!。！][^\p{L}\p{N}]*$/u.test(text) ||
    /[:：]\s?\S/.test(text) ||
    text.split(/\s+/).length >= MIN_WORDS ||
    text.length >= MIN_LETTERS
  )
}

const MIN_WORDS = 4
const MIN_LETTERS = 24

/** The words of a statement, however they stand in it. */
export function wordsOf({ clauses }: Statement): string[] {
  return [...new Set(clauses.flatMap(({ subject, conditions }) => [...subject, ...conditions]))]
}
