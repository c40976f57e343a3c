import { wordSet } from '../languages/language.ts'
import type { Token } from './latin-tokens.ts'
import { type LatinWords, numbersOf, oftenOf, unitsOf } from './latin-words.ts'
import { type Quantity, type UnitName, units } from './quantity.ts'

/** What begins at a token: a quantity, a name that has a number in it, or nothing that is one. */
export interface FoundNumber {
  readonly quantity?: Omit<Quantity, 'bound'>
  readonly name?: string
  readonly length: number
}

export interface NumberReader {
  /** Whether one may begin with the token; most do not. */
  mayBegin(token: Token): boolean
  at(tokens: readonly Token[], at: number): FoundNumber | undefined
}

export function createNumberReader(words: LatinWords, stem: (word: string) => string): NumberReader {
  const [articles, names, silent] = [wordSet(words.articles), wordSet(words.names), wordSet(words.silent)]
  const [every, to, times] = [wordSet(words.every), wordSet(words.to), wordSet(words.times)]
  const [halves, beforeYears, insideDates, ports] = [words.halves, words.beforeYears, words.insideDates, words.ports].map(wordSet)
  const [unitNames, numbers, oftens] = [unitsOf(words), numbersOf(words), oftenOf(words)]

  function read(tokens: readonly Token[], at: number): FoundNumber | undefined {
    const { text, kind } = tokens[at]!
    const often = kind === 'word' ? oftens.get(text) : undefined
    if (often !== undefined) return { quantity: everySo(often[0], often[1]), length: 1 }
    if (every.has(text)) return readEvery(tokens, at)
    if (isMoneySign(text) && tokens[at + 1]?.kind === 'number') return readMoney(tokens, at)
    const value = numberAt(tokens, at)
    return value === undefined ? undefined : readValue(tokens, at, value)
  }

  function readValue(tokens: readonly Token[], at: number, value: number): FoundNumber | undefined {
    const name = nameAt(tokens, at)
    if (name !== undefined) return { name, length: 1 }
    const date = dateAt(tokens, at, value)
    if (date !== undefined) return date
    if (to.has(tokens[at + 1]?.text ?? '') && numberAt(tokens, at + 2) !== undefined) return readRange(tokens, at, value)
    return withUnit(tokens, at + 1, { low: value, high: value, from: at })
  }

  function readRange(tokens: readonly Token[], at: number, low: number): FoundNumber | undefined {
    return withUnit(tokens, at + 3, { low, high: numberAt(tokens, at + 2)!, from: at })
  }

  function withUnit(
    tokens: readonly Token[],
    next: number,
    { low, high, from }: { readonly low: number; readonly high: number; readonly from: number },
  ): FoundNumber | undefined {
    const used = (extra: number) => next - from + extra
    if (tokens[from]!.text.includes(':')) return clock({ low, high, tokens, next, used })
    const after = tokens[next]
    if (after === undefined) return { quantity: { kind: 'number', low, high }, length: used(0) }
    if (words.workdays.includes(after.text) && unitAt(tokens, next + 1) === 'day') return workdays(low, high, used(2))
    const unit = unitAt(tokens, next)
    if (unit === 'day' && words.workdays.includes(tokens[next + 1]?.text ?? '')) return workdays(low, high, used(2))
    if (unit === 'clock') return { quantity: clockOf(low, high, after.text), length: used(1) }
    if (times.has(after.text)) return readTimes(tokens, next + 1, { low, used: used(1) })
    if (unit !== undefined) return rated(tokens, next + 1, { base: inUnit(unit, low, high), used: used(1) })
    if (after.kind !== 'word' || silent.has(after.text)) return { quantity: { kind: 'number', low, high }, length: used(0) }
    return rated(tokens, next + 1, { base: { kind: `count:${stem(after.text)}`, low, high }, used: used(1) })
  }

  /** "per minute", "a day", "al mes": what the quantity is measured by. */
  function rated(
    tokens: readonly Token[],
    next: number,
    { base, used }: { readonly base: Omit<Quantity, 'bound'>; readonly used: number },
  ): FoundNumber {
    for (const per of words.per) {
      const parts = per.split(' ')
      if (!parts.every((part, index) => tokens[next + index]?.text === part)) continue
      const word = tokens[next + parts.length]
      if (word === undefined || word.kind !== 'word') continue
      const unit = unitNames.get(word.text)
      const isTime = unit !== undefined && units[unit].kind === 'time'
      if (!isTime && parts[0] !== words.per[0]) continue
      return { quantity: { ...base, kind: `${base.kind}/${isTime ? unit : stem(word.text)}` }, length: used + parts.length + 1 }
    }
    return { quantity: base, length: used }
  }

  /** "twice a week", "tres veces al mes". */
  function readTimes(
    tokens: readonly Token[],
    next: number,
    { low, used }: { readonly low: number; readonly used: number },
  ): FoundNumber {
    const { quantity, length } = rated(tokens, next, { base: { kind: 'count:times', low, high: low }, used })
    const unit = quantity?.kind.split('/')[1]
    if (unit === undefined || !(unit in units) || low === 0) return { ...(quantity === undefined ? {} : { quantity }), length }
    return { quantity: everySo(1 / low, unit as UnitName), length } // just seen among the units
  }

  /** "every three months", "cada mes". */
  function readEvery(tokens: readonly Token[], at: number): FoundNumber | undefined {
    const unit = unitAt(tokens, at + 1)
    if (unit !== undefined && units[unit].kind === 'time') return { quantity: everySo(1, unit), length: 2 }
    const value = numberAt(tokens, at + 1)
    const counted = unitAt(tokens, at + 2)
    if (value === undefined || counted === undefined || units[counted].kind !== 'time') return undefined
    return { quantity: everySo(value, counted), length: 3 }
  }

  function readMoney(tokens: readonly Token[], at: number): FoundNumber {
    const value = numberAt(tokens, at + 1)!
    return rated(tokens, at + 2, { base: inUnit(unitNames.get(tokens[at]!.text)!, value, value), used: 2 })
  }

  function isMoneySign(text: string): boolean {
    const unit = unitNames.get(text)
    return unit !== undefined && units[unit].kind.startsWith('money:')
  }

  function unitAt(tokens: readonly Token[], at: number): UnitName | undefined {
    const token = tokens[at]
    return token === undefined ? undefined : unitNames.get(token.text)
  }

  function numberAt(tokens: readonly Token[], at: number): number | undefined {
    const token = tokens[at]
    if (token === undefined) return undefined
    if (token.kind === 'number') return parseNumber(token.text, words.thousands)
    if (articles.has(token.text)) {
      const unit = unitAt(tokens, at + 1)
      if (unit === undefined || unit === 'clock') return undefined
      return halves!.has(token.text) ? 0.5 : 1
    }
    return numbers.get(token.text)
  }

  /** "version 3", "2024": a number that names something. */
  function nameAt(tokens: readonly Token[], at: number): string | undefined {
    const { text } = tokens[at]!
    if (/^(?:1[5-9]|20)\d\d$/.test(text) && unitAt(tokens, at + 1) === undefined && !names.has(tokens[at - 1]?.text ?? '')) {
      const isCounted = tokens[at + 1]?.kind === 'word' && !silent.has(tokens[at + 1]!.text)
      const before = tokens[at - 1]?.text ?? ''
      return (beforeYears!.has(before) || !isCounted) && !ports!.has(before) ? text : undefined
    }
    return names.has(tokens[at - 1]?.text ?? '') ? text : undefined
  }

  function dateAt(tokens: readonly Token[], at: number, value: number): FoundNumber | undefined {
    const before = words.months.indexOf(tokens[at - 1]?.text ?? '')
    if (before >= 0) return { quantity: dateOf(before, value), length: 1 }
    const skip = insideDates!.has(tokens[at + 1]?.text ?? '') ? 2 : 1
    const after = words.months.indexOf(tokens[at + skip]?.text ?? '')
    return after < 0 ? undefined : { quantity: dateOf(after, value), length: skip + 1 }
  }

  return {
    at: read,
    mayBegin: ({ text, kind }) =>
      kind === 'number' || [oftens, every, articles, numbers].some((known) => known.has(text)) || isMoneySign(text),
  }
}

interface ClockAt {
  readonly low: number
  readonly high: number
  readonly tokens: readonly Token[]
  readonly next: number
  readonly used: (extra: number) => number
}

function clock({ low, high, tokens, next, used }: ClockAt): FoundNumber {
  const half = tokens[next]?.text
  const isHalf = half === 'am' || half === 'pm' || half === 'h'
  return { quantity: clockOf(low, high, half), length: used(isHalf ? 1 : 0) }
}

function clockOf(low: number, high: number, half: string | undefined): Omit<Quantity, 'bound'> {
  const hours = (value: number) => (half === 'pm' && value < 12 ? value + 12 : half === 'am' && value === 12 ? 0 : value)
  return { kind: 'clock', low: hours(low), high: hours(high) }
}

function dateOf(month: number, day: number): Omit<Quantity, 'bound'> {
  const place = month * 31 + day
  return { kind: 'date', low: place, high: place }
}

function everySo(count: number, unit: UnitName): Omit<Quantity, 'bound'> {
  const seconds = count * units[unit].factor
  return { kind: 'every', low: seconds, high: seconds }
}

function inUnit(name: UnitName, low: number, high: number): Omit<Quantity, 'bound'> {
  const { kind, factor } = units[name]
  return { kind, low: low * factor, high: high * factor }
}

function workdays(low: number, high: number, length: number): FoundNumber {
  return { quantity: { kind: 'workday', low, high }, length }
}

/** `8:30` is 8.5; `1,800` or `1.800` by what divides thousands here. */
function parseNumber(text: string, thousands: ',' | '.'): number {
  const time = /^(\d{1,2}):(\d\d)/.exec(text)
  if (time !== null) return Number(time[1]) + Number(time[2]) / 60
  const grouped = thousands === ',' ? /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/ : /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/
  const plain = grouped.test(text) ? text.replaceAll(thousands, '') : text
  return Number.parseFloat(plain.replace(',', '.'))
}
