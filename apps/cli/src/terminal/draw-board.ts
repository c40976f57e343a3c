import { oneLine } from '@shoko/contract'
import type { BoardView, CardView, ColumnView } from '@shoko/kanban-bridge'
import { paint } from './paint.ts'
import { charactersOf, clip, padCells, widthOf } from './width.ts'

const GAP = 2
// Narrower columns hold a word or two: then the columns go below each other in rows.
const NARROWEST = 18
const TITLE_LINES = 3

/** The columns of a board side by side, in lines of at most so many cells. */
export function drawBoard(board: BoardView, width: number): string {
  const perRow = Math.max(1, Math.min(board.columns.length, Math.floor((width + GAP) / (NARROWEST + GAP))))
  const rows: string[] = []
  for (let at = 0; at < board.columns.length; at += perRow)
    rows.push(drawRow(board.columns.slice(at, at + perRow), width, perRow))
  return `${paint('strong', clip(oneLine(board.name), width))}\n\n${rows.join('\n\n')}\n`
}

function drawRow(columns: readonly ColumnView[], width: number, perRow: number): string {
  const cells = Math.floor((width - GAP * (perRow - 1)) / perRow)
  const drawn = columns.map((column) => drawColumn(column, cells))
  const height = Math.max(...drawn.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    drawn
      .map((lines) => lines[line] ?? { text: '', painted: '' })
      .map(({ text, painted }) => painted + ' '.repeat(Math.max(0, cells - widthOf(text))))
      .join(' '.repeat(GAP))
      .trimEnd(),
  ).join('\n')
}

/** Cells are counted without colours. */
interface Line {
  readonly text: string
  readonly painted: string
}

function drawColumn({ title, count, limit, cards }: ColumnView, cells: number): Line[] {
  const number = limit === undefined ? ` ${count}` : ` ${count}/${limit}`
  const head = clip(oneLine(title), cells - widthOf(number)) + number
  const isOver = limit !== undefined && count > limit
  const rest = count - cards.length
  return [
    { text: head, painted: paint(isOver ? 'warn' : 'strong', head) },
    quiet('─'.repeat(cells)),
    ...cards.flatMap((card) => [...drawCard(card, cells), plain('')]),
    ...(rest > 0 ? [quiet(clip(`… and ${rest} more`, cells))] : []),
  ]
}

function drawCard(card: CardView, cells: number): Line[] {
  const marks = [
    ...(card.isBlocked ? ['blocked'] : []),
    ...(card.priority === null ? [] : [card.priority]),
    ...card.assignees.map((person) => `@${person}`),
    ...card.labels.map((label) => `#${label}`),
  ]
  const text = clip(oneLine(marks.join(' ')), cells)
  const below = marks.length === 0 ? [] : [{ text, painted: paint(card.isBlocked ? 'warn' : 'quiet', text) }]
  return [...wrapTitle(oneLine(card.title), cells).map(plain), ...below]
}

/** Broken between words, inside of one where it is longer than the column or has no spaces, as Japanese; the last line is clipped. */
function wrapTitle(title: string, cells: number): string[] {
  const lines: string[] = []
  let rest = title.trim()
  while (rest !== '' && lines.length < TITLE_LINES - 1) {
    const { line, left } = takeLine(rest, cells)
    lines.push(line)
    rest = left
  }
  return rest === '' ? lines : [...lines, clip(rest, cells)]
}

function takeLine(text: string, cells: number): { readonly line: string; readonly left: string } {
  if (widthOf(text) <= cells) return { line: text, left: '' }
  let fitting = ''
  for (const character of charactersOf(text)) {
    if (widthOf(fitting + character) > cells) break
    fitting += character
  }
  const space = fitting.lastIndexOf(' ')
  const end = text[fitting.length] === ' ' || space <= 0 ? fitting.length : space
  return { line: padCells(text.slice(0, end).trimEnd(), 0), left: text.slice(Math.max(1, end)).trimStart() }
}

function plain(text: string): Line {
  return { text, painted: text }
}

function quiet(text: string): Line {
  return { text, painted: paint('quiet', text) }
}
