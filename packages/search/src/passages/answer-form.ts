/** What an answer to the question looks like, where the question word says so: a date, or a number. */
export type AnswerForm = 'date' | 'number'

const ASKS: Readonly<Record<AnswerForm, RegExp>> = {
  date: /\b(?:when|(?:what|which) (?:year|date|day|month|century)|cuando|que (?:ano|fecha|dia|mes|siglo))\b|いつ|何(?:年|月|日|世紀)/,
  number:
    /\b(?:how (?:many|much|long|old|far|large|big|high|tall|fast|often)|what (?:percentage|percent|number|amount|share)|cuant[oa]s?|que (?:porcentaje|cantidad|numero|parte))\b|何(?:人|個|%|パーセント|度|回|歳|本|か国|カ国|名|件|社|割|倍|種類|つ|時間|分|円|km|キロ|メートル)|いくつ|いくら|ど(?:の|れ)くらい|割合/,
}

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre'
const NUMERALS =
  'two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|million|half|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|cien|mil|mitad'

const LOOKS: Readonly<Record<AnswerForm, RegExp>> = {
  date: new RegExp(`\\b\\d{3,4}\\b|\\d[年月日]|世紀|\\b(?:${MONTHS}|century|siglo)\\b`),
  number: new RegExp(`\\d|[一二三四五六七八九十百千万]|\\b(?:${NUMERALS})\\b`),
}

/** Of a folded question. */
export function answerFormOf(folded: string): AnswerForm | undefined {
  if (ASKS.number.test(folded)) return 'number'
  return ASKS.date.test(folded) ? 'date' : undefined
}

/** Whether folded text holds something of that form. */
export function hasForm(folded: string, form: AnswerForm): boolean {
  return LOOKS[form].test(folded)
}
