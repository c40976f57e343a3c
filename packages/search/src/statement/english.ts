import { stemEnglish } from '../analyse/english.ts'
import { englishWords } from './data/english.ts'
import { createLatinReader } from './latin.ts'

/** Short forms hide their negation: isn't, can't, cannot, won't. */
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:no|')t\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/\bshan't\b/g, 'shall not'],
  [/n't\b/g, ' not'],
  [/\b([ap])\.m\./g, '$1m'],
]

/** An order not to do something begins with its negation. */
const BAN = /^(?:please )?(?:do not|never) /

const read = createLatinReader({
  words: englishWords,
  stem: stemEnglish,
  isQuestion: (text) => text.endsWith('?'),
  bannedIn: (text) => (BAN.test(text) ? text.replace(BAN, '') : undefined),
})

export function readEnglish(sentence: string): ReturnType<typeof read> {
  return read(sentence, (folded) => SHORT_FORMS.reduce((text, [form, full]) => text.replace(form, full), folded))
}
