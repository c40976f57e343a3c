import type { ArtifactDraft } from './draft.ts'
import { declaredIn, explicitId, referencesIn, splitNames } from './line-facts.ts'
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

export function splitTsvLine(line: string): string[] {
  return line.split('\t').map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"'),
  )
}

/** A TSV text: the first line that has an id column is the header; lines around the table are ordinary text. */
export function readTsv(
  draft: ArtifactDraft,
  part: { readonly from: number; readonly to: number; readonly enclosing: ArtifactNode | null },
): void {
  let table: { header: readonly string[]; rows: TableRow[] } | undefined
  const close = () => {
    if (table !== undefined) readTable(draft, { ...table, enclosing: part.enclosing })
    table = undefined
  }
  for (let line = part.from; line <= part.to; line++) {
    const text = draft.lines[line - 1]!
    const cells = splitTsvLine(text)
    if (cells.length > 1 && hasIdColumn(cells)) {
      close()
      table = { header: cells, rows: [] }
    } else if (table !== undefined && cells.length > 1) table.rows.push({ line, cells })
    else if (text.trim() !== '') draft.giveLines(part.enclosing, { from: line, to: line })
  }
  close()
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
  const id = cell ?? row.cells.map(explicitId).find((found) => found !== undefined)
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
  return cell.replaceAll(/[`*]/g, '').trim()
}
