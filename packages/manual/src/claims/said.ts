import { type PreparedSection, readStatement, type Sentence, type Statement } from '@shoko/search'
import type { PassageSource } from '../find/passages.ts'

/** A sentence of the manuals, and what it says. */
export interface Said {
  readonly text: string
  readonly line: number
  readonly source: PassageSource
  readonly statement: Statement
}

/** Read once a sentence, for as long as the section is kept: questions about one subject meet the same sentences. */
const STATEMENTS = new WeakMap<PreparedSection, Map<number, Statement>>()

export function saidAt(source: PassageSource, place: number): Said {
  const sentence = source.text.sentences[place]!
  const known = STATEMENTS.get(source.text) ?? new Map<number, Statement>()
  STATEMENTS.set(source.text, known)
  const statement = known.get(place) ?? readStatement(isStated(sentence) ? sentence.text : `# ${sentence.text}`)
  known.set(place, statement)
  return { text: sentence.text, line: sentence.startLine, source, statement }
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
