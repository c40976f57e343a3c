import { type DelimitedText, type Delimiter, delimitedText, readRecords, splitRecord } from './delimited.ts'
import type { ArtifactDraft } from './draft.ts'
import { declaredIn, explicitId, referencesIn, splitNames, withoutWikiMarks } from './line-facts.ts'
import { type ArtifactNode, isStartWord } from './model.ts'
import { rangesInText, sourceEntries } from './source-lines.ts'

export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

export interface Table {
  readonly enclosing: ArtifactNode | null
  readonly header: readonly string[]
  readonly rows: readonly TableRow[]
}

interface Columns {
  readonly id: number
  readonly next: readonly number[]
  readonly sources: readonly number[]
  readonly refs: readonly number[]
  readonly start: readonly number[]
}

/** Spreadsheets write `;` where the comma is the decimal mark. */
const DELIMITERS: readonly Delimiter[] = ['\t', ',', ';']

/** Rows with an id are nodes and their `*_next` cells edges; other rows speak for whatever encloses the table. */
export function readTable(draft: ArtifactDraft, table: Table): void {
  const columns = columnsOf(table.header)
  const nodes: ArtifactNode[] = []
  for (const row of table.rows) {
    const node = rowNode(draft, { row, columns, enclosing: table.enclosing })
    if (node !== null) nodes.push(node)
    giveRow(draft, { row, columns, node: node ?? table.enclosing })
  }
  // Without a single `*_next` column the rows are a list, not a flow: none of them can be out of reach.
  draft.addGroup({ kind: columns.next.length > 0 ? 'flow' : 'tree', nodes, tops: nodes })
}

export function hasIdColumn(header: readonly string[]): boolean {
  return columnsOf(header).id !== -1
}

/** Which sign parts the cells of a header line with an id column; undefined when the line is none. */
export function headerDelimiter(line: string): Delimiter | undefined {
  return DELIMITERS.find((delimiter) => isHeader(splitRecord(line, delimiter)))
}

/**
 * Whether a table begins in line `line` of a text that need not hold one. "ID, please" is a sentence: with other signs than tabs
 * the line below must have as many cells.
 */
export function beginsTable(lines: readonly string[], line: number): boolean {
  const header = lines[line - 1] ?? ''
  const delimiter = headerDelimiter(header)
  if (delimiter === undefined || delimiter === '\t') return delimiter !== undefined
  const [row] = readRecords(delimitedText(lines.slice(line, line + 20)), { line: 1, delimiter })
  return row?.cells.length === splitRecord(header, delimiter).length
}

/** A CSV or TSV text: the first line that has an id column is the header; lines around the table are ordinary text. */
export function readDelimited(draft: ArtifactDraft, part: TextPart): void {
  const source = delimitedText(draft.lines.slice(part.from - 1, part.to))
  let line = part.from
  while (line <= part.to) {
    const text = draft.lines[line - 1]!
    const delimiter = headerDelimiter(text)
    if (delimiter === undefined) {
      if (text.trim() !== '') draft.giveLines(part.enclosing, { from: line, to: line })
      line++
    } else line = readDelimitedTable(draft, { ...part, from: line, before: part.from - 1, delimiter, source })
  }
}

interface TextPart {
  readonly from: number
  readonly to: number
  readonly enclosing: ArtifactNode | null
}

interface DelimitedPart extends TextPart {
  readonly source: DelimitedText
  /** Lines of the artifact before the first line of `source`. */
  readonly before: number
  readonly delimiter: Delimiter
}

/** Reads the table whose header is the first line; returns the line behind it, which is another header or the end. */
function readDelimitedTable(draft: ArtifactDraft, part: DelimitedPart): number {
  const rows: TableRow[] = []
  let header: readonly string[] | undefined
  let next = part.to + 1
  for (const record of readRecords(part.source, { line: part.from - part.before, delimiter: part.delimiter })) {
    const line = part.before + record.line
    if (header === undefined) header = record.cells
    else if (isHeader(record.cells)) {
      next = line
      break
    } else if (record.cells.length > 1) rows.push({ line, cells: record.cells })
    else draft.giveLines(part.enclosing, { from: line, to: part.before + record.to })
  }
  readTable(draft, { header: header ?? [], rows, enclosing: part.enclosing })
  return next
}

function isHeader(cells: readonly string[]): boolean {
  return cells.length > 1 && hasIdColumn(cells)
}

function columnsOf(header: readonly string[]): Columns {
  const names = header.map((name) => plainCell(name).toLowerCase())
  const where = (test: (name: string) => boolean) => names.flatMap((name, index) => (test(name) ? [index] : []))
  const stepId = names.indexOf('step_id')
  return {
    id: stepId === -1 ? names.indexOf('id') : stepId,
    next: where((name) => name === 'next' || name.endsWith('_next')),
    sources: where((name) => /^source[_-]?lines?$/.test(name)),
    refs: where((name) => /^(?:refs?|see)$/.test(name)),
    start: where((name) => /^(?:is_)?start$|^開始$/.test(name)),
  }
}

function rowNode(
  draft: ArtifactDraft,
  at: { readonly row: TableRow; readonly columns: Columns; readonly enclosing: ArtifactNode | null },
): ArtifactNode | null {
  const { row, columns, enclosing } = at
  const cell = columns.id === -1 ? undefined : plainCell(row.cells[columns.id] ?? '')
  const id = cell ?? row.cells.map((text) => explicitId(text)).find((found) => found !== undefined)
  if (id === undefined || id === '') return null
  const node = draft.addNode({ id, line: row.line, enclosing, start: isStartRow(row, columns) })
  for (const column of columns.next) node.next.push(row.cells[column] ?? '')
  return node
}

function giveRow(
  draft: ArtifactDraft,
  at: { readonly row: TableRow; readonly columns: Columns; readonly node: ArtifactNode | null },
): void {
  const { row, columns, node } = at
  for (const [column, cell] of row.cells.entries()) {
    if (columns.next.includes(column)) continue
    if (columns.sources.includes(column)) draft.cite(node, { line: row.line, ranges: rangesInText(cell) })
    else for (const entry of sourceEntries([cell], 0)) draft.cite(node, { line: row.line, ranges: entry.ranges })
    draft.refer(node, columns.refs.includes(column) ? splitNames(cell) : referencesIn([cell], 0))
  }
  draft.declare(node, { line: row.line, marks: declaredIn(draft.lines[row.line - 1] ?? '') })
}

function isStartRow(row: TableRow, columns: Columns): boolean {
  const marked = columns.start.some((column) =>
    /^(?:true|yes|1|x|y|○|◯|✓|start|開始|sí|si)$/i.test((row.cells[column] ?? '').trim()),
  )
  return marked || row.cells.some((cell, column) => !columns.next.includes(column) && isStartWord(plainCell(cell)))
}

function plainCell(cell: string): string {
  return withoutWikiMarks(cell).replaceAll(/[`*]/g, '').trim()
}
