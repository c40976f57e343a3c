import { languageOfQuery } from '../analyse/language.ts'
import { type QueryTerm, queryTerms } from '../analyse/query-terms.ts'
import { foldedText } from '../analyse/scan.ts'
import { isJapaneseWord } from '../analyse/scripts.ts'
import { wordSet } from '../languages/language.ts'
import { LANGUAGES, type LanguageCode } from '../languages/registry.ts'
import { type AnswerForm, answerFormOf } from './answer-form.ts'
import { type Phrase, phrasesOf } from './phrases.ts'

/** How much a word tells (idf, in nats); the more texts have it, the less. Never negative. */
export type Information = (term: QueryTerm) => number

export interface QuestionTerm extends QueryTerm {
  readonly isJapanese: boolean
  /** Its share of the question's information: all together are 1. */
  readonly share: number
}

/** A query as passages are chosen for it. */
export interface Question {
  readonly text: string
  readonly language: LanguageCode
  readonly terms: readonly QuestionTerm[]
  /** Words that stand side by side in it. */
  readonly phrases: readonly Phrase[]
  readonly answerForm: AnswerForm | undefined
}

/** So many words say what a question is about. */
export const MAX_TERMS = 64

const ASKING_WORDS = new Set(LANGUAGES.flatMap(({ asking }) => [...wordSet(asking)]))
/** What a word counts that says what kind of answer is wanted, of one that says what the question is about. */
const ASKING_SHARE = 0.3

export function readQuestion(query: string, information: Information, known: readonly QueryTerm[] = queryTerms(query)): Question {
  const words = known.slice(0, MAX_TERMS)
  const weights = words.map((term) => Math.max(0, information(term)) * (ASKING_WORDS.has(term.surface) ? ASKING_SHARE : 1))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  // Words that tell nothing tell it equally.
  const terms = words.map((term, place) => questionTerm(term, sum > 0 ? weights[place]! / sum : 1 / words.length))
  const folded = foldedText(query)
  return {
    text: query,
    language: languageOfQuery(query, known),
    answerForm: answerFormOf(folded),
    phrases: phrasesOf(folded, terms),
    terms,
  }
}

export function questionTerm(term: QueryTerm, share: number): QuestionTerm {
  return { ...term, isJapanese: isJapaneseWord(term.surface), share }
}
