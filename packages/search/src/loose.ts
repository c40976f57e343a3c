import { type MappedText, mappedText, type TextRange } from './mapped-text.ts'
import { normalize, normalizeWithMap } from './normalize.ts'

/** What may stand between two characters of a loosely written word: white space, `-`, `・`, `/`, parentheses. */
const SEPARATOR = /[\s\-・/()]/
const SEPARATORS = /[\s\-・/()]+/g

/**
 * Normalised text without separators. A loose search is then a plain substring search for `compactLoose(query)` in
 * `compactLoose(text)`.
 */
export function compactLoose(text: string): string {
  return normalize(text).replace(SEPARATORS, '')
}

export function compactLooseWithMap(text: string): MappedText {
  const normal = normalizeWithMap(text)
  const starts = new Uint32Array(normal.text.length)
  const ends = new Uint32Array(normal.text.length)
  const units: string[] = []
  for (let i = 0; i < normal.text.length; i++) {
    const unit = normal.text[i]!
    if (SEPARATOR.test(unit)) continue
    const source = normal.sourceRange(i, i + 1)
    starts[units.length] = source.start
    ends[units.length] = source.end
    units.push(unit)
  }
  return mappedText({ text: units.join(''), starts, ends })
}

export interface LooseMatcher {
  /** What is looked for, compacted. Empty when the query is nothing but separators: it then matches nothing. */
  readonly needle: string
  test(text: string): boolean
  /** Non-overlapping matches as ranges of the source text. */
  find(text: string): TextRange[]
}

export function looseMatcher(query: string): LooseMatcher {
  const needle = compactLoose(query)
  return {
    needle,
    test: (text) => needle !== '' && compactLoose(text).includes(needle),
    find(text) {
      if (needle === '' || !compactLoose(text).includes(needle)) return []
      const compact = compactLooseWithMap(text)
      const found: TextRange[] = []
      for (let at = compact.text.indexOf(needle); at >= 0; at = compact.text.indexOf(needle, at + needle.length)) {
        found.push(compact.sourceRange(at, at + needle.length))
      }
      return found
    },
  }
}

/** A regular expression for normalised text that finds what `looseMatcher` finds; null when the query is nothing but separators. */
export function loosePattern(query: string, flags = 'gu'): RegExp | null {
  const needle = compactLoose(query)
  if (needle === '') return null
  return new RegExp([...needle].map(literally).join('[\\s\\-・/()]*'), flags)
}

function literally(character: string): string {
  return /[\\^$.*+?|[\]{}]/.test(character) ? `\\${character}` : character
}
