import { wordSet } from '../languages/language.ts'
import { LANGUAGES } from '../languages/registry.ts'
import { type Statement, subjectWords } from './statement.ts'
import { areAlike } from './word-match.ts'

/** A statement with the headings it stands under, nearest last. */
export interface StatementContext {
  readonly statement: Statement
  readonly headings: readonly string[]
}

/** What kind of document it is says nothing about what is in it. */
const DOCUMENT_WORDS = new Set(LANGUAGES.flatMap(({ documentWords }) => [...wordSet(documentWords)]))

/**
 * Two sentences that say the same words under headings that set their things apart (家族プラン, 学生プラン) speak of two things. A
 * sentence that hardly names its thing has it in its heading: there, headings that share nothing set it apart too.
 */
export function isContrasting(a: StatementContext, b: StatementContext): boolean {
  const pairs = [
    [a.headings.at(-1), b.headings.at(-1)],
    [a.headings[0], b.headings[0]],
  ]
  return pairs.some(([one, other]) => one !== undefined && other !== undefined && setsApart({ one, other }, a, b))
}

function setsApart(
  { one, other }: { readonly one: string; readonly other: string },
  a: StatementContext,
  b: StatementContext,
): boolean {
  if (one === other) return false
  const [ours, theirs] = [headingWords(one, a.statement), headingWords(other, b.statement)]
  const said = [...wordsOf(a.statement), ...wordsOf(b.statement)]
  const onlyOurs = ours.filter((word) => !holds(theirs, word) && !holds(said, word))
  const onlyTheirs = theirs.filter((word) => !holds(ours, word) && !holds(said, word))
  if (onlyOurs.length === 0 || onlyTheirs.length === 0) return false
  if (ours.some((word) => holds(theirs, word))) return true
  return isBare(a.statement) && !said.some((word) => holds(ours, word) || holds(theirs, word))
}

/** One word is hardly the name of a thing: "opens at 9:00". */
function isBare(statement: Statement): boolean {
  return wordsOf(statement).length <= 1
}

function headingWords(heading: string, { language }: Statement): string[] {
  return subjectWords(heading, language).filter((word) => !DOCUMENT_WORDS.has(word))
}

function wordsOf({ clauses }: Statement): string[] {
  return clauses.flatMap(({ subject, conditions }) => [...subject, ...conditions])
}

function holds(words: readonly string[], word: string): boolean {
  return words.some((own) => areAlike(own, word))
}
