import { japaneseWords } from '../languages/japanese/statements.ts'
import { type Bound, type Quantity, type UnitName, units } from './quantity.ts'

export interface ReadQuantities {
  readonly quantities: readonly Quantity[]
  /** Numbers that name something: years, versions, articles. */
  readonly names: readonly string[]
  /** The text without them. */
  readonly rest: string
}

const NUMBER = '(?:\\d[\\d,]*(?:\\.\\d+)?[万千億]?|[一二三四五六七八九十百千]+)'
const UNITS = japaneseWords.units.map(([pattern]) => pattern).join('|')
const COUNTERS = japaneseWords.counters.join('|')
const NAMES =
  /(?:令和|平成|昭和)(?:\d+|元)年度?|(?:1[5-9]|20)\d\d年度?|第\d+[条項章節回版号類種期]|\d+(?:回目|年目|日目|つ目|番目|年生|級|等級|号|条)(?:以降)?|(?:手順|バージョン|ver\.?|ステップ|タイプ|レベル|モデル|プラン|表|図|別表|付録)\s?\d+(?:\.\d+)*|[a-z][a-z_]*(?:-?[a-z]*\d[\w-]*)|`[^`]+`/gi
const CLOCK = /(午前|午後)?(\d{1,2})(?:時(?!間)(?:(\d{1,2})分|(半))?|:(\d\d))/g
const DATE = /(\d{1,2})月(\d{1,2})日/g
const OFTEN = /毎(日|週|月|年|時)/g
const RATE =
  '(?:(?:[1一]?(?<per>日|週間?|(?:か|ヶ|カ|ヵ|箇)月|月|年|時間|分間?|秒間?|人|名|回|件|個|世帯|台)|(?<fixed>月|年|日|時)[額給])(?:に(?:つき)?|あたり|当たり|まで)?、?)?'
const QUANTITY = new RegExp(
  `(?<before>最大|最長|最高|最低|最短|最小|少なくとも|上限(?:は|を)?|約|およそ)?(?<!\\d)(?:(?![1一]年\\d+[かヶカヵ箇]月)${RATE})?(?<before2>最大|最長|最低|少なくとも|約)?(?<number>${NUMBER})(?:(?<unit>${UNITS})|(?<counter>${COUNTERS}))(?<share>分)?(?<after>以内|以下|まで|未満|以上|超|を超え(?:ない|てはな[らり][ないません]+)|を超え|が?上限|を?限度|ごと|おき|に[1一][回度])?`,
  'gi',
)
const BARE = /(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w])/g
/** Without one of these nothing is a quantity or a numbered name. */
const SOME_NUMBER = /[\d一二三四五六七八九十百千毎元`]/

/** Reads the quantities of a clause out of it. */
export function readQuantities(clause: string): ReadQuantities {
  const found: { readonly at: number; readonly end: number; readonly quantity: Quantity }[] = []
  const names: string[] = []
  if (!SOME_NUMBER.test(clause)) return { quantities: [], names, rest: clause }
  let rest = take(clause, NAMES, (match) => names.push(match[0].toLowerCase()))
  rest = take(rest, DATE, (match) => add(match, exact('date', Number(match[1]) * 31 + Number(match[2]))))
  rest = take(rest, CLOCK, (match) => add(match, exact('clock', hoursOf(match))))
  rest = take(rest, OFTEN, (match) => add(match, exact('every', units[PERIODS[match[1]!]!].factor)))
  rest = take(rest, QUANTITY, (match) => add(match, quantityOf(match)))
  rest = take(rest, BARE, (match) => add(match, exact('number', numberOf(match[0]))))

  function add(match: RegExpExecArray, quantity: Quantity): void {
    found.push({ at: match.index, end: match.index + match[0].length, quantity })
  }

  found.sort((a, b) => a.at - b.at)
  const limited = /上限|期限|まで|限度/.test(clause)
  return { quantities: merged(found, clause).map((quantity) => bounded(quantity, limited)), names, rest }
}

/** What was read is blanked out, so that places stay what they were. */
function take(text: string, pattern: RegExp, use: (match: RegExpExecArray) => void): string {
  let rest = text
  for (const match of text.matchAll(pattern)) {
    use(match)
    rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length)
  }
  return rest
}

/** 1年6か月 is one quantity, and so is 10時から20時. */
function merged(
  found: readonly { readonly at: number; readonly end: number; readonly quantity: Quantity }[],
  clause: string,
): Quantity[] {
  const quantities: Quantity[] = []
  let end = -1
  for (const { at, end: ends, quantity } of found) {
    const last = quantities.at(-1)
    const between = end < 0 ? undefined : clause.slice(end, at)
    if (last !== undefined && last.kind === quantity.kind && between === '' && quantity.kind === 'time') {
      quantities.splice(-1, 1, { ...quantity, low: last.low + quantity.low, high: last.high + quantity.high })
    } else if (last !== undefined && last.kind === quantity.kind && /^(?:から|[〜～~-])$/.test(between ?? '')) {
      quantities.splice(-1, 1, { ...last, high: quantity.high })
    } else quantities.push(quantity)
    end = ends
  }
  return quantities
}

/** A time limit is a bound even where only its length is told. */
function bounded(quantity: Quantity, limited: boolean): Quantity {
  return limited && quantity.bound === 'exact' && !quantity.kind.startsWith('every') && quantity.low === quantity.high
    ? { ...quantity, bound: 'most' }
    : quantity
}

function quantityOf({ groups = {} }: RegExpExecArray): Quantity {
  const { per, fixed, number = '', unit, counter = '', after = '', before, before2 } = groups
  const value = numberOf(number)
  const name = unit === undefined ? undefined : unitNamed(unit)
  const base = name === undefined ? countOf(counter, value) : { kind: units[name].kind, value: value * units[name].factor }
  if (/^(?:ごと|おき|に)/.test(after) && base.kind === 'time') return exact('every', base.value)
  const period = per ?? fixed
  if (base.kind === 'count:回' && period !== undefined && PERIODS[periodOf(period)] !== undefined && after === '') {
    return exact('every', units[PERIODS[periodOf(period)]!].factor / Math.max(1, value))
  }
  const kind = period === undefined ? base.kind : `${base.kind}/${periodOf(period)}`
  return { kind, low: base.value, high: base.value, bound: boundOf(after, `${before ?? ''}${before2 ?? ''}`) }
}

const PERIODS: Readonly<Record<string, UnitName>> = {
  日: 'day',
  週: 'week',
  月: 'month',
  年: 'year',
  時: 'hour',
  分: 'minute',
  秒: 'second',
}

function periodOf(period: string): string {
  return period.replace(/[かヶカヵ箇]月/, '月').replace(/間$/, '')
}

function countOf(counter: string, value: number): { readonly kind: string; readonly value: number } {
  if (counter === '割') return { kind: 'percent', value: value * 10 }
  return { kind: `count:${counter === '名' ? '人' : counter === '才' ? '歳' : counter}`, value }
}

function unitNamed(text: string): UnitName | undefined {
  return UNIT_PATTERNS.find(([pattern]) => pattern.test(text))?.[1]
}

const UNIT_PATTERNS = japaneseWords.units.map(([pattern, name]) => [new RegExp(`^(?:${pattern})$`, 'i'), name] as const)

function boundOf(after: string, before: string): Bound {
  if (/^(?:以内|以下|まで|未満|を超えない|を超えては|が?上限|を?限度)/.test(after) || /最大|最長|最高|上限/.test(before))
    return 'most'
  if (/^(?:以上|超|を超え)/.test(after) || /最低|最短|最小|少なくとも/.test(before)) return 'least'
  return 'exact'
}

function hoursOf(match: RegExpExecArray): number {
  const [, half, hour, minutes, thirty, colon] = match
  const value = Number(hour) + (thirty === undefined ? Number(minutes ?? colon ?? 0) / 60 : 0.5)
  return half === '午後' && value < 12 ? value + 12 : value
}

function numberOf(text: string): number {
  if (/^\d/.test(text)) {
    const scale = text.endsWith('万') ? 10_000 : text.endsWith('千') ? 1000 : text.endsWith('億') ? 1e8 : 1
    return Number.parseFloat(text.replaceAll(',', '')) * scale
  }
  let total = 0
  let digit = 0
  for (const letter of text) {
    const value = japaneseWords.numerals[letter]!
    if (value < 10) digit = value
    else {
      total += (digit || 1) * value
      digit = 0
    }
  }
  return total + digit
}

function exact(kind: string, value: number): Quantity {
  return { kind, low: value, high: value, bound: 'exact' }
}
