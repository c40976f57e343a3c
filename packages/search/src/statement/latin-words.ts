import { wordSet } from '../languages/language.ts'
import type { UnitName } from './quantity.ts'

/**
 * What a language's data file holds. Phrases are written folded, in lower case; a `*` ends a word of any ending, `#` stands for a
 * number that must follow.
 */
export interface LatinWords extends LatinQuantities {
  /** Grammar, and words so general that two sentences about one thing may differ in them. */
  readonly silent: string
  readonly permits: readonly string[]
  readonly forbids: readonly string[]
  /** Duties by a verb ("must"): denied, they are duties not to do. */
  readonly musts: readonly string[]
  /** Duties by a word ("required"): denied, they are waived. */
  readonly needs: readonly string[]
  readonly waives: readonly string[]
  readonly denies: readonly string[]
  /** They deny, but only strengthen another denial: "no … nunca". */
  readonly concords: readonly string[]
  readonly lacks: readonly string[]
  /** What makes it impossible to tell whether a clause affirms or denies. */
  readonly unsure: readonly string[]
  /** They open a condition, which ends at the next comma. */
  readonly conditions: readonly string[]
  /** At the start of a sentence: it restricts what was said before. */
  readonly restricts: readonly string[]
  /** Between two clauses. */
  readonly contrasts: readonly string[]
  readonly most: readonly string[]
  readonly least: readonly string[]
  readonly free: readonly string[]
  /** Scales of a predicate: what affirms and what denies. */
  readonly axes: Readonly<Record<string, Opposites>>
  /** Opposites in the rest of the sentence. */
  readonly sides: Readonly<Record<string, Opposites>>
  readonly synonyms: readonly (readonly string[])[]
  readonly verbs: string
  /** At the start of a sentence: what it is about was said before. */
  readonly pronouns: string
  /** The same where a verb follows: "this is", not "this machine is". */
  readonly pointers: string
}

/** Numbers, units and dates, as the language writes them. */
export interface LatinQuantities {
  /** Words and their values by turns. */
  readonly numbers: string
  /** They are a number only before a unit: "un año". */
  readonly articles: string
  /** Those of them that are one half. */
  readonly halves: string
  /** The names of each unit. */
  readonly units: Readonly<Partial<Record<UnitName, string>>>
  readonly workdays: readonly string[]
  /** A number after one of them is a name: "version 3". */
  readonly names: string
  readonly per: readonly string[]
  readonly every: string
  /** Words for every so many of a unit. */
  readonly often: Readonly<Partial<Record<UnitName, string>>>
  readonly times: string
  readonly to: string
  readonly months: readonly string[]
  /** A number that may be a year is one after these. */
  readonly beforeYears: string
  /** What may stand between a day and its month. */
  readonly insideDates: string
  /** After these a number that looks like a year is none. */
  readonly ports: string
  /** Thousands are divided by this, decimals by the other of `.` and `,`. */
  readonly thousands: ',' | '.'
}

export interface Opposites {
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

export function numbersOf({ numbers }: LatinWords): ReadonlyMap<string, number> {
  return new Map(Array.from(numbers.matchAll(/(\S+) (\d+)/g), ([, word = '', value]) => [word, Number(value)]))
}

export function unitsOf({ units }: LatinWords): ReadonlyMap<string, UnitName> {
  // The keys are written out in the data, under their type.
  const entries = Object.entries(units) as [UnitName, string][]
  return new Map(entries.flatMap(([unit, names]) => [...wordSet(names)].map((name) => [name, unit] as const)))
}

export function oftenOf({ often }: LatinWords): ReadonlyMap<string, readonly [number, UnitName]> {
  const entries = Object.entries(often) as [UnitName, string][] // as above
  return new Map(
    entries.flatMap(([unit, text]) =>
      Array.from(text.matchAll(/(\d+) (\S+)/g), ([, count, word = '']) => [word, [Number(count), unit] as const] as const),
    ),
  )
}
