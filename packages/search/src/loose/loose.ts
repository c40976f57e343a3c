import { normalize } from '../normalize.ts'

/** What may stand between two characters of a loosely written word: white space, `-`, `・`, `/`, parentheses. */
const SEPARATORS = /[\s\-・/()]+/g
/** The same in text whose dashes are not one yet. */
const BETWEEN = '[\\s\\-・/()\\u2010\\u2011\\u2013\\u2014\\u2212]*'

/** Normalized text without separators. */
export function withoutSeparators(normalized: string): string {
  return normalized.replace(SEPARATORS, '')
}

/** Of a UTF-16 unit of normalized text. */
export function isSeparator(code: number): boolean {
  return code === 0x20 || code === 0x2d || code === 0x28 || code === 0x29 || code === 0x2f || code === 0x30fb || code === 0x0a
}

/** A loose search is a plain substring search for `compactLoose(query)` in `compactLoose(text)`. */
export function compactLoose(text: string): string {
  return withoutSeparators(normalize(text))
}

/** Whether a text holds the query loosely; one of nothing but separators stands nowhere. */
export function looseTest(query: string): (text: string) => boolean {
  const needle = compactLoose(query)
  return (text) => needle !== '' && compactLoose(text).includes(needle)
}

/**
 * Finds the same in text that keeps its lines and dashes, where it stands; undefined for a query of nothing but separators. The
 * pattern has only one way to match a text, so it cannot run away.
 */
export function loosePattern(query: string): RegExp | undefined {
  const needle = compactLoose(query)
  return needle === '' ? undefined : new RegExp(Array.from(needle, literally).join(BETWEEN), 'g')
}

function literally(character: string): string {
  return /[\\^$.*+?|[\]{}]/.test(character) ? `\\${character}` : character
}
