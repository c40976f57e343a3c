import { createJapaneseSegmenter } from '../analyse/japanese.ts'
import { japaneseWords } from '../languages/japanese/statements.ts'
import { readQuantities } from './japanese-quantities.ts'
import { FREE, type Quantity } from './quantity.ts'
import { saysNothing, stanceOf } from './stance.ts'
import type { Clause, Sign, Statement } from './statement.ts'

type Reading = Omit<Statement, 'language'>

const QUESTION = new RegExp(japaneseWords.question)
const EXCEPTION = new RegExp(japaneseWords.exception)
const CONTRASTS = new RegExp(japaneseWords.contrasts, 'g')
const CONDITION = new RegExp(`^(?<before>.*?)(?<condition>[^、。]*?)(?:${japaneseWords.conditions})`)
/** Most clauses have none, and trying every beginning of one takes long. */
const SOME_CONDITION = new RegExp(japaneseWords.conditions)
const QUOTED = /^[「『"“].*[」』"”]。?$/
const REWRITES = japaneseWords.rewrites.map(([from, to]) => [new RegExp(from!, 'g'), to!] as const)
const SOME_REWRITE = new RegExp(japaneseWords.rewrites.map(([from]) => from!).join('|'))
const TOPIC = /[はがもをにで]/
/** What it is about was said before. */
const POINTS_BACK = /^(?:これ|それ|この(?:場合|とき|ため)|その(?:場合|とき|ため|際)|同様|また、これ|彼|当該)/

/** Scales first: 対象外 is not 対象; then what binds, permits and bans, each longest first. */
const AFFIRMS = anyOf(japaneseWords.affirms)
const FREE_OF_CHARGE = anyOf(japaneseWords.free)
const STANCES = (['unsure', 'musts', 'waives', 'forbids', 'permits', 'needs'] as const).map(
  (is) => [is, anyOf(japaneseWords[is])] as const,
)
/** Those that are looked for before the scales, and behind them; most clauses have none. */
const FIRST_STANCES = STANCES.slice(0, 4)
const LAST_STANCES = STANCES.slice(4)
const SOME_FIRST = someOf(FIRST_STANCES.map(([, pattern]) => pattern))
const SOME_LAST = someOf(LAST_STANCES.map(([, pattern]) => pattern))
const DENIES = anyOf(japaneseWords.denies)
const AXES = scales(japaneseWords.axes)
const SIDES = scales(japaneseWords.sides)
const SOME_SCALE = someOf([...AXES, ...SIDES].map(([, , pattern]) => pattern))

export function readJapanese(sentence: string): Reading {
  const text = sentence.normalize('NFKC').replace(/\s+/g, ' ').trim()
  if (QUESTION.test(text) || QUOTED.test(text)) return { clauses: [], isException: false }
  const isException = EXCEPTION.test(text)
  const parts = text
    .replace(EXCEPTION, '')
    .replace(/^、/, '')
    .split(CONTRASTS)
    .filter((part) => part.trim() !== '')
  const meant = parts.length === 1 ? parts : parts.filter((part) => TOPIC.test(part))
  return { clauses: meant.filter((part) => !POINTS_BACK.test(part)).map(readClause), isException }
}

function readClause(text: string): Clause {
  const conditions: string[] = []
  const quantities: Quantity[] = []
  let clause = SOME_REWRITE.test(text) ? REWRITES.reduce((known, [from, to]) => known.replace(from, to), text) : text
  while (SOME_CONDITION.test(clause)) {
    const found = CONDITION.exec(clause)!
    readCondition(found.groups?.condition ?? '', { conditions, quantities })
    clause = `${found.groups?.before ?? ''} ${clause.slice(found[0].length)}`
  }
  const said = saysNothing()
  const blank = (pattern: RegExp, use: (match: string) => void) => {
    clause = clause.replace(pattern, (match) => {
      use(match)
      return '◇'
    })
  }
  blank(AFFIRMS, () => {})
  blank(FREE_OF_CHARGE, () => quantities.push(FREE))
  const read = readQuantities(clause)
  clause = read.rest
  if (SOME_FIRST.test(clause)) for (const [is, pattern] of FIRST_STANCES) blank(pattern, () => said[is]++)
  const hasScale = SOME_SCALE.test(clause)
  const axes = signsOf(hasScale ? AXES : [], blank)
  const sides = signsOf(hasScale ? SIDES : [], blank)
  if (SOME_LAST.test(clause)) for (const [is, pattern] of LAST_STANCES) blank(pattern, () => said[is]++)
  const denials = readDenials(clause)
  said.denies = denials.final
  if (denials.inner) conditions.push('ない')
  const stance = stanceOf(said, [...axes.values()])
  return {
    subject: [...new Set([...wordsOf(denials.rest), ...read.names])],
    conditions: [...new Set(conditions)],
    mode: stance.mode,
    sign: stance.sign,
    axes: new Set(axes.keys()),
    sides,
    quantities: [...quantities, ...read.quantities],
  }
}

function readCondition(text: string, to: { readonly conditions: string[]; readonly quantities: Quantity[] }): void {
  const { quantities, names, rest } = readQuantities(text)
  to.quantities.push(...quantities)
  to.conditions.push(...names, ...wordsOf(rest.replace(DENIES, ' ')))
  if (rest.search(DENIES) >= 0) to.conditions.push('ない')
}

/** A negation with nothing but grammar after it denies the sentence; another one belongs to a part of it. */
function readDenials(clause: string): { readonly final: number; readonly inner: boolean; readonly rest: string } {
  let [final, inner] = [0, false]
  const rest = clause.replace(DENIES, (match, at: number) => {
    if (/^[ぁ-ん、。◇\s]*(?:[事訳為旨者物][ぁ-ん。]*)?[。.!]?\s*$/.test(clause.slice(at + match.length))) final += 1
    else inner = true
    return ' '
  })
  return { final, inner, rest }
}

const segmenter = createJapaneseSegmenter()
const SILENT = new Set(japaneseWords.silent.trim().split(/\s+/))
const RUNS = /[一-龥々]+|[ァ-ヶー]+|[A-Za-z][A-Za-z0-9_.-]*|子ども/g

/** Kanji, katakana and Latin words; hiragana is grammar. */
function wordsOf(text: string): string[] {
  const runs: readonly string[] = text.match(RUNS) ?? []
  segmenter.learn(runs.filter(isKanji))
  return runs.flatMap((run) => (isKanji(run) ? segmentsOf(run) : run.toLowerCase())).filter((word) => !SILENT.has(word))
}

function isKanji(run: string): boolean {
  return /[一-龥]/.test(run)
}

function segmentsOf(run: string): string[] {
  const offsets = segmenter.words(run)
  const words: string[] = []
  for (let i = 0; i < offsets.length; i += 2) words.push(run.slice(offsets[i], offsets[i + 1]))
  return words
}

type Scale = readonly [name: string, sign: 1 | -1, pattern: RegExp]

function scales(
  opposites: Readonly<Record<string, { readonly yes: readonly string[]; readonly no: readonly string[] }>>,
): Scale[] {
  return Object.entries(opposites).flatMap(([name, { yes, no }]): Scale[] => [
    [name, -1, anyOf(no)],
    [name, 1, anyOf(yes)],
  ])
}

function signsOf(known: readonly Scale[], blank: (pattern: RegExp, use: (match: string) => void) => void): Map<string, 1 | -1> {
  const signs = new Map<string, 1 | -1>()
  for (const [name, sign, pattern] of known) {
    blank(pattern, () => {
      if (!signs.has(name)) signs.set(name, sign)
    })
  }
  return signs satisfies Map<string, Sign>
}

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|'), 'g')
}

/** Whether one of them matches at all: a text that none does stays as it is. */
function someOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}
