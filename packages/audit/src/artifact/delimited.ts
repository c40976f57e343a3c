import { LineIndex } from '@shoko/core-fs'

/** One record of a CSV or TSV text; a quoted cell may run over several lines. */
export interface DelimitedRecord {
  /** First and last line of the record, counted from 1 in the text. */
  readonly line: number
  readonly to: number
  readonly cells: readonly string[]
}

export type Delimiter = '\t' | ',' | ';'

/** A quote that is never closed must not swallow the file. */
const MAX_RECORD_LINES = 50
const PLAIN_CELL: Readonly<Record<Delimiter, RegExp>> = { '\t': /[^\t\n]*/y, ',': /[^,\n]*/y, ';': /[^;\n]*/y }

/** A text whose lines are known, so that several tables in it cost one look. */
export interface DelimitedText {
  readonly text: string
  readonly index: LineIndex
}

export interface RecordsFrom {
  readonly line: number
  readonly delimiter: Delimiter
}

export function delimitedText(lines: readonly string[]): DelimitedText {
  const text = lines.join('\n')
  return { text, index: new LineIndex(text) }
}

/** The records of a text from a line on. A quote that does not close within its record is text. */
export function* readRecords(source: DelimitedText, from: RecordsFrom): Generator<DelimitedRecord> {
  const { text, index } = source
  const { delimiter } = from
  for (let at = index.startOf(from.line); at < text.length; ) {
    const line = index.lineAt(at)
    const limit = index.startOf(line + MAX_RECORD_LINES)
    const cells: string[] = []
    let end = at - 1
    do {
      const cell = readCell(text, { at: end + 1, limit, delimiter })
      cells.push(cell.text)
      end = cell.end
    } while (text[end] === delimiter)
    yield { line, to: index.lineAt(Math.max(at, end - 1)), cells }
    at = end + 1
  }
}

/** The cells of one line. */
export function splitRecord(line: string, delimiter: Delimiter): readonly string[] {
  const [record] = readRecords(delimitedText([line]), { line: 1, delimiter })
  return record?.cells ?? []
}

interface CellPlace {
  readonly at: number
  /** Where the record must have ended. */
  readonly limit: number
  readonly delimiter: Delimiter
}

interface Cell {
  readonly text: string
  /** At the delimiter or newline behind it. */
  readonly end: number
}

function readCell(text: string, place: CellPlace): Cell {
  const quoted = readQuotedCell(text, place)
  if (quoted !== undefined) return quoted
  const plain = PLAIN_CELL[place.delimiter]
  plain.lastIndex = place.at
  const [cell] = plain.exec(text)! // matches everywhere, if only an empty cell
  return { text: cell.trim(), end: place.at + cell.length }
}

/** A cell is quoted when its first sign is a quote and nothing but the delimiter follows the closing one. */
function readQuotedCell(text: string, { at, limit, delimiter }: CellPlace): Cell | undefined {
  const start = skipSpaces(text, at)
  if (text[start] !== '"') return undefined
  let quote = text.indexOf('"', start + 1)
  while (quote !== -1 && quote < limit && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
  if (quote === -1 || quote >= limit) return undefined
  const end = skipSpaces(text, quote + 1)
  if (end < text.length && text[end] !== delimiter && text[end] !== '\n') return undefined
  return {
    text: text
      .slice(start + 1, quote)
      .replaceAll('""', '"')
      .trim(),
    end,
  }
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at++
  return at
}
