import type { LatinLanguage } from '../language.ts'
import { manuals } from './manuals.ts'
import { statements } from './statements.ts'
import { stemEnglish } from './stemmer.ts'
import { workspaces } from './workspaces.ts'

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

export const english: LatinLanguage<'en'> = {
  code: 'en',
  grammar: `
a about above after again against all also am an and any are as at be because been before being below between both but by
can could did do does doing done down during each few for from further had has have having he her here hers herself him
himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or other our
ours ourselves out over own s same she should so some such t than that the their theirs them themselves then there these
they this those through to too under until up very was we were what when where which while who whom whose why will with
would you your yours yourself yourselves`,
  meaningful: 'can no nor not will',
  asking: `
answer amount call called date define describe describes example examples happen happened happens kind kinds known many
mean meaning means much name named names number percent percentage refer referred refers sort sorts term terms type types
word words year years`,
  questions: {
    opens: 'who|which|whose|what|when|where|why|how|if|whether',
    date: '\\b(?:when|(?:what|which) (?:year|date|day|month|century))\\b',
    number:
      '\\b(?:how (?:many|much|long|old|far|large|big|high|tall|fast|often)|what (?:percentage|percent|number|amount|share))\\b',
    dates: '\\b(?:january|february|march|april|may|june|july|august|september|october|november|december|century)\\b',
    numbers: '\\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|million|half)\\b',
  },
  confidence: { middle: 0.375, steepness: 12, doubt: 0.8 },
  documentWords: `guide manual handbook faq question questions answer answers term terms policy policies rule rules note notes overview
    introduction general information detail details summary page document documentation reference section chapter guid
    polici rul not summari introduct inform`,
  stem: stemEnglish,
  telling: '',
  endings: /(?:ing|ed|ly|ness|ship|ful|less|th|ck|ght)$/,
  abbreviations: `mr mrs ms dr prof st jr sr vs etc fig no nos num art vol ed eds approx ca cf al inc ltd co corp gen col lt sgt
    capt rev hon gov sen rep jan feb mar apr jun jul aug sep sept oct nov dec`,
  neverLast: 'vs cf ca approx',
  statements: {
    words: statements,
    isQuestion: (text) => text.endsWith('?'),
    bannedIn: (text) => (BAN.test(text) ? text.replace(BAN, '') : undefined),
    rewrite: (text) => SHORT_FORMS.reduce((rewritten, [form, full]) => rewritten.replace(form, full), text),
  },
  manuals,
  workspaces,
}
