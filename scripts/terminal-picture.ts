/**
 * Turns what a command prints to a terminal into an SVG for the docs.
 *
 *   node scripts/terminal-picture.ts docs/pictures/tools.svg --prompt 'shoko tools' -- node apps/cli/dist/main.js tools
 *   some-command | node scripts/terminal-picture.ts docs/pictures/x.svg --prompt 'some-command'
 *
 * --columns N     where lines wrap (default 100)
 * --lines N       keep the first N lines and say that there are more
 * --replace A=B   show B for A; repeat it. Pictures hold no path of the machine that made them.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { cellsOf } from '../apps/cli/src/terminal/width.ts'

export interface PictureOptions {
  /** The command line that is shown above the output. */
  readonly prompt?: string
  readonly columns?: number
  readonly lines?: number
}

interface Style {
  readonly colour?: string
  readonly bold?: boolean
  readonly dim?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
}

interface Cell {
  readonly text: string
  readonly cells: 1 | 2
  readonly style: Style
}

const CELL_WIDTH = 8.4
const FONT_SIZE = 14
const LINE_HEIGHT = 19
const PADDING = 18
const FONT =
  "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK JP', 'Noto Sans CJK JP', monospace"
const PAPER = '#16191d'
const INK = '#d7dce2'
const plain: Required<Style> = { colour: INK, bold: false, dim: false, italic: false, underline: false }
const basic = ['#5c6370', '#ff7b72', '#7ee08a', '#e3c36b', '#7fb4ff', '#d7a1f9', '#6fd3d8', INK]

/** What each code of a style sequence changes; 0 begins anew. */
const changes: Readonly<Record<number, Style>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  39: { colour: INK },
  ...Object.fromEntries(basic.flatMap((colour, index) => [30, 90].map((base) => [base + index, { colour }]))),
}

if (import.meta.main) main()

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      prompt: { type: 'string' },
      columns: { type: 'string', default: '100' },
      lines: { type: 'string' },
      replace: { type: 'string', multiple: true, default: [] },
    },
  })
  const [out, command, ...args] = positionals
  if (out === undefined) throw new Error('usage: terminal-picture.ts OUT.svg [options] [-- command …]')
  const columns = Number(values.columns)
  const output = neutral(command === undefined ? readFileSync(0, 'utf8') : run(command, { args, columns }), values.replace)
  const options = { columns, ...(values.lines === undefined ? {} : { lines: Number(values.lines) }) }
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, terminalPicture(output, values.prompt === undefined ? options : { ...options, prompt: values.prompt }))
}

function run(command: string, { args, columns }: { readonly args: readonly string[]; readonly columns: number }): string {
  const env = { ...process.env, FORCE_COLOR: '1', COLUMNS: String(columns) }
  const { stdout, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8' })
  if (error !== undefined) throw error
  return stdout + stderr
}

function neutral(text: string, replacements: readonly string[]): string {
  return replacements.reduce((shown, pair) => {
    const at = pair.indexOf('=')
    return shown.replaceAll(pair.slice(0, at), pair.slice(at + 1))
  }, text)
}

/** An SVG of the output: every run of text has its place and its length, so that columns stand whatever font is found. */
export function terminalPicture(output: string, options: PictureOptions = {}): string {
  const { prompt, columns = 100 } = options
  const head = prompt === undefined ? [] : screen(`\x1b[34m$\x1b[0m \x1b[1m${prompt}\x1b[0m`, columns)
  const body = screen(output, columns)
  const most = options.lines ?? body.length
  const rest = body.length > most ? screen(`\x1b[2m… ${body.length - most} more lines\x1b[0m`, columns) : []
  const rows = [...head, ...body.slice(0, most), ...rest]
  const used = Math.max(40, ...rows.map((row) => row.reduce((sum, { cells }) => sum + cells, 0)))
  const width = Math.ceil(used * CELL_WIDTH + 2 * PADDING)
  const height = rows.length * LINE_HEIGHT + 2 * PADDING
  const lines = rows.flatMap((row, index) => runsOf(row).map((run) => drawRun(run, index)))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(prompt ?? 'terminal output')}">`,
    `<rect width="100%" height="100%" rx="8" fill="${PAPER}"/>`,
    `<g font-family="${FONT}" font-size="${FONT_SIZE}" fill="${INK}">`,
    ...lines,
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

/** What stands on the screen in the end: carriage returns and erasures of progress lines are carried out, long lines wrap. */
function screen(output: string, columns: number): Cell[][] {
  const rows: Cell[][] = [[]]
  let style: Style = {}
  let column = 0
  for (const [token] of output.trimEnd().matchAll(/\x1b\[[0-9;?]*[A-Za-z]|\r\n|./gsu)) {
    const row = rows.at(-1)!
    if (token.startsWith('\x1b[')) {
      if (token.endsWith('m')) style = restyled(style, token.slice(2, -1))
      else if (token.endsWith('K')) row.length = Math.min(row.length, column)
    } else if (token === '\r') column = 0
    else if (token === '\n' || token === '\r\n') {
      rows.push([])
      column = 0
    } else column = put({ rows, columns, column }, token, style)
  }
  return rows
}

function put(
  place: { readonly rows: Cell[][]; readonly columns: number; readonly column: number },
  character: string,
  style: Style,
): number {
  const { rows, columns, column } = place
  const row = rows.at(-1)!
  const cells = cellsOf(character)
  const before = row[column - 1]
  if (cells === 0) {
    if (before !== undefined) row[column - 1] = { ...before, text: before.text + character }
    return column
  }
  const used = row.slice(0, column).reduce((sum, cell) => sum + cell.cells, 0)
  if (used + cells > columns) {
    rows.push([{ text: character, cells, style }])
    return 1
  }
  row[column] = { text: character, cells, style }
  return column + 1
}

function restyled(before: Style, codes: string): Style {
  let style = before
  for (const code of codes.split(';').map(Number)) style = code === 0 ? {} : { ...style, ...changes[code] }
  return style
}

interface Run {
  readonly cells: readonly Cell[]
  readonly from: number
}

/**
 * Neighbours of one style and one width: a run of narrow ones never waits for the font of the wide ones. Two spaces end a
 * run, and spaces at its ends belong to none: they are places, not text. Browsers collapse them, whatever a group around says.
 */
function runsOf(row: readonly Cell[]): readonly Run[] {
  const runs: { cells: Cell[]; from: number }[] = []
  let from = 0
  let blanks: Cell[] = []
  for (const cell of row) {
    const last = runs.at(-1)
    if (isBlank(cell)) blanks.push(cell)
    else if (last !== undefined && blanks.length <= 1 && [...blanks, cell].every((next) => joins(last.cells[0]!, next))) {
      last.cells.push(...blanks, cell)
      blanks = []
    } else {
      runs.push({ cells: [cell], from })
      blanks = []
    }
    from += cell.cells
  }
  return runs
}

function isBlank({ text, style }: Cell): boolean {
  return text.trim() === '' && style.underline !== true
}

function joins(first: Cell, next: Cell): boolean {
  return first.cells === next.cells && same(first.style, next.style)
}

function same(one: Style, other: Style): boolean {
  return (['colour', 'bold', 'dim', 'italic', 'underline'] as const).every(
    (key) => (one[key] ?? plain[key]) === (other[key] ?? plain[key]),
  )
}

function drawRun({ cells: drawn, from }: Run, line: number): string {
  const { style, cells: width } = drawn[0]! // a run begins with a cell
  const text = drawn.map((cell) => cell.text).join('')
  const cells = drawn.reduce((sum, cell) => sum + cell.cells, 0)
  const wide = width === 2
  const x = (PADDING + from * CELL_WIDTH).toFixed(1)
  const y = (PADDING + line * LINE_HEIGHT + 14).toFixed(1)
  const marks = [
    ...(style.colour === undefined ? [] : [`fill="${style.colour}"`]),
    ...(style.bold ? ['font-weight="700"'] : []),
    ...(style.dim ? ['opacity="0.65"'] : []),
    ...(style.italic ? ['font-style="italic"'] : []),
    ...(style.underline ? ['text-decoration="underline"'] : []),
  ]
  // Japanese is drawn as wide as it is high; what is missing to two cells is space, also where textLength is not known.
  const adjust = wide
    ? `lengthAdjust="spacing" letter-spacing="${(2 * CELL_WIDTH - FONT_SIZE).toFixed(1)}"`
    : 'lengthAdjust="spacingAndGlyphs"'
  const place = `x="${x}" y="${y}" textLength="${(cells * CELL_WIDTH).toFixed(1)}" ${adjust}`
  return `<text ${[place, ...marks].join(' ')}>${escapeXml(text)}</text>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
