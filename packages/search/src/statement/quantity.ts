/** A number with what it counts, in the base unit of its kind: 30 minutes and 1,800 seconds are one quantity. */
export interface Quantity {
  /** `time`, `money:eur`, `mass`, `count:request` …, and what it is measured by: `count:request/minute`. */
  readonly kind: string
  readonly low: number
  readonly high: number
  readonly bound: Bound
}

/** `exact` where nothing is said: "30 days". */
export type Bound = 'exact' | 'most' | 'least'

export interface Unit {
  readonly kind: string
  readonly factor: number
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Units by the names under which the languages' tables know them. */
export const units = {
  millisecond: { kind: 'time', factor: 0.001 },
  second: { kind: 'time', factor: 1 },
  minute: { kind: 'time', factor: MINUTE },
  hour: { kind: 'time', factor: HOUR },
  day: { kind: 'time', factor: DAY },
  week: { kind: 'time', factor: 7 * DAY },
  month: { kind: 'time', factor: 30 * DAY },
  year: { kind: 'time', factor: 360 * DAY },
  workday: { kind: 'workday', factor: 1 },
  percent: { kind: 'percent', factor: 1 },
  yen: { kind: 'money:yen', factor: 1 },
  euro: { kind: 'money:euro', factor: 1 },
  dollar: { kind: 'money:dollar', factor: 1 },
  pound: { kind: 'money:pound', factor: 1 },
  peso: { kind: 'money:peso', factor: 1 },
  millimetre: { kind: 'length', factor: 0.001 },
  centimetre: { kind: 'length', factor: 0.01 },
  metre: { kind: 'length', factor: 1 },
  kilometre: { kind: 'length', factor: 1000 },
  milligram: { kind: 'mass', factor: 0.001 },
  gram: { kind: 'mass', factor: 1 },
  kilogram: { kind: 'mass', factor: 1000 },
  ton: { kind: 'mass', factor: 1e6 },
  millilitre: { kind: 'volume', factor: 0.001 },
  litre: { kind: 'volume', factor: 1 },
  kilobyte: { kind: 'bytes', factor: 1 },
  megabyte: { kind: 'bytes', factor: 1000 },
  gigabyte: { kind: 'bytes', factor: 1e6 },
  terabyte: { kind: 'bytes', factor: 1e9 },
  degree: { kind: 'degree', factor: 1 },
  watt: { kind: 'power', factor: 1 },
  kilowatt: { kind: 'power', factor: 1000 },
  volt: { kind: 'voltage', factor: 1 },
  ampere: { kind: 'current', factor: 1 },
  bar: { kind: 'pressure', factor: 1 },
  hertz: { kind: 'frequency', factor: 1 },
  clock: { kind: 'clock', factor: 1 },
} as const satisfies Record<string, Unit>

export type UnitName = keyof typeof units

/** "Free of charge" says an amount, whatever the currency. */
export const FREE: Quantity = { kind: 'money:any', low: 0, high: 0, bound: 'exact' }

/** A month is not always thirty days: times this close say the same. */
const TOLERANCE = 0.03

export function isSameAmount(a: Quantity, b: Quantity): boolean {
  const tolerance = a.kind === 'time' || a.kind === 'every' ? TOLERANCE : 1e-9
  return isNear(a.low, b.low, tolerance) && isNear(a.high, b.high, tolerance)
}

/** At least 8 and at most 64 can both be true. */
export function areCompatible(a: Quantity, b: Quantity): boolean {
  if (isSameAmount(a, b)) return true
  if (a.bound === 'most' && b.bound === 'least') return b.low <= a.high
  if (a.bound === 'least' && b.bound === 'most') return a.low <= b.high
  return false
}

/** Whether two kinds can be compared: no charge is an amount in every currency. */
export function isSameKind(a: string, b: string): boolean {
  if (a === b) return true
  return (a === FREE.kind && b.startsWith('money:')) || (b === FREE.kind && a.startsWith('money:'))
}

function isNear(a: number, b: number, tolerance: number): boolean {
  return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b))
}
