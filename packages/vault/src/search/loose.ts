import { LineIndex } from '@shoko/core-fs'
import { loosePattern, type TextRange } from '@shoko/search'
import { type FileText, uniformText } from './file-text.ts'

/** Ranges of a file's uniform text. */
export type LooseSearch = (file: FileText) => TextRange[]

/** Finds what comparing without separators would find, but in the uniform text, whose lines are those of the file. */
export function looseSearch(query: string): LooseSearch {
  const pattern = loosePattern(query)
  if (pattern === undefined) return () => []
  return (file) =>
    Array.from(file.uniform.matchAll(pattern), ({ 0: match, index }) => ({ start: index, end: index + match.length }))
}

/** Where an offset of the uniform text lies in the text itself: in the same line, after as much uniform text. */
export function locateInText(file: FileText, offset: number): number {
  const uniform = new LineIndex(file.uniform)
  const line = uniform.lineAt(offset)
  const source = new LineIndex(file.text)
  const start = source.startOf(line)
  return start + lengthMaking(offset - uniform.startOf(line), file.text.slice(start, source.startOf(line + 1)))
}

/** How much of a line makes this much uniform text, to the nearest character. */
function lengthMaking(uniformLength: number, line: string): number {
  let [low, high] = [0, line.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (uniformText(line.slice(0, middle)).length <= uniformLength) low = middle
    else high = middle - 1
  }
  return /[\udc00-\udfff]/.test(line[low] ?? '') ? low - 1 : low
}
