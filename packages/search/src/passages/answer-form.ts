import type { QuestionWords } from '../languages/language.ts'
import { LANGUAGES } from '../languages/registry.ts'
import type { PreparedSection } from './section.ts'

/** What an answer to the question looks like, where the question word says so: a date, or a number. */
export type AnswerForm = 'date' | 'number'

const ASKS: Readonly<Record<AnswerForm, RegExp>> = { date: inAnyLanguage('date'), number: inAnyLanguage('number') }
const LOOKS: Readonly<Record<AnswerForm, RegExp>> = {
  date: inAnyLanguage('dates', '\\b\\d{3,4}\\b'),
  number: inAnyLanguage('numbers', '\\d'),
}

/** Of a folded question. */
export function answerFormOf(folded: string): AnswerForm | undefined {
  if (ASKS.number.test(folded)) return 'number'
  return ASKS.date.test(folded) ? 'date' : undefined
}

/** Looked for once a section and form, for as long as the section is kept. */
const FORMED: Readonly<Record<AnswerForm, WeakMap<PreparedSection, Uint8Array>>> = { date: new WeakMap(), number: new WeakMap() }

/** By sentence, whether it holds something of that form. */
export function formedIn(section: PreparedSection, form: AnswerForm): Uint8Array {
  const known = FORMED[form].get(section)
  if (known !== undefined) return known
  const { folded, starts } = section
  const formed = new Uint8Array(section.sentences.length)
  for (let place = 0; place < formed.length; place++) {
    if (LOOKS[form].test(folded.slice(starts[place]!, starts[place + 1]! - 1))) formed[place] = 1
  }
  FORMED[form].set(section, formed)
  return formed
}

function inAnyLanguage(words: keyof QuestionWords, ...more: readonly string[]): RegExp {
  return new RegExp([...more, ...LANGUAGES.map(({ questions }) => questions[words])].join('|'))
}
