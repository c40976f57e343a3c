import { LineIndex, splitLines } from '@shoko/core-fs'
import { presentTerms, type QueryTerm } from '@shoko/search'
import { uniformText } from './file-text.ts'
import { looseSearch } from './loose.ts'
import { termFilter } from './term-filter.ts'
import type { TextPart } from './text-cache.ts'

/** Neighbouring lines of one text and the terms they hold, as positions in the query's list. */
export interface LineFinding {
  readonly start: number
  readonly end: number
  readonly terms: readonly number[]
}

export type LineSearch = (part: TextPart) => LineFinding[]

/** Stage 0: lines that hold a word of the query, inflected or not. */
export function termLines(terms: readonly QueryTerm[]): LineSearch {
  const filters = terms.map(termFilter)
  const mayHold = (uniform: string) => filters.some((filter) => filter(uniform))
  return ({ text, linesBefore }) => {
    if (!mayHold(text.uniform)) return []
    const found: LineFinding[] = []
    for (const [index, line] of splitLines(text.text).entries()) {
      if (!mayHold(uniformText(line))) continue
      const held = presentTerms(line, terms).flatMap((present, term) => (present ? [term] : []))
      const at = linesBefore + index + 1
      if (held.length > 0) found.push({ start: at, end: at, terms: held })
    }
    return joinNeighbours(found)
  }
}

/** Stage 1: lines that hold the whole query, loosely written; they cover every term of it. */
export function looseLines(query: string, terms: readonly QueryTerm[]): LineSearch {
  const search = looseSearch(query)
  const all = [...terms.keys()]
  return ({ text, linesBefore }) => {
    const ranges = search(text)
    if (ranges.length === 0) return []
    const index = new LineIndex(text.uniform)
    const lineAt = (offset: number) => linesBefore + index.lineAt(offset)
    return joinNeighbours(ranges.map(({ start, end }) => ({ start: lineAt(start), end: lineAt(end - 1), terms: all })))
  }
}

function joinNeighbours(found: readonly LineFinding[]): LineFinding[] {
  const joined: LineFinding[] = []
  for (const next of found) {
    const last = joined.at(-1)
    if (last === undefined || next.start > last.end + 1) joined.push(next)
    else {
      const terms = [...new Set([...last.terms, ...next.terms])]
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, next.end), terms }
    }
  }
  return joined
}
