/** Lines end at `\r\n`, `\n` or `\r`; a trailing newline adds no line; empty text has no lines. A BOM is text: strip it first. */
export function splitLines(text: string): string[] {
  if (text === '') return []
  const lines = text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

export function countLines(text: string): number {
  const next = nextLine(text)
  let total = 0
  for (let start = 0; start < text.length; start = next(text, start)) total++
  return total
}

/** Where each line of a text begins, so that offsets and line numbers can be converted without splitting it. */
export class LineIndex {
  readonly total: number
  readonly #text: string
  readonly #starts: readonly number[]

  constructor(text: string) {
    this.#text = text
    this.#starts = lineStarts(text)
    this.total = this.#starts.length
  }

  /** The line without its ending; '' outside 1..total. */
  line(n: number): string {
    const start = this.#starts[n - 1]
    if (start === undefined) return ''
    const line = this.#text.slice(start, this.#starts[n])
    if (line.endsWith('\r\n')) return line.slice(0, -2)
    return line.endsWith('\n') || line.endsWith('\r') ? line.slice(0, -1) : line
  }

  /** The 1-based line that holds this UTF-16 offset; an ending belongs to its line. Offsets outside the text give the nearest line. */
  lineAt(offset: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }

  /** The UTF-16 offset of the line's first character; past the last line, the length of the text. */
  startOf(n: number): number {
    return n < 1 ? 0 : (this.#starts[n - 1] ?? this.#text.length)
  }
}

export function codePointLength(text: string): number {
  let surrogatePairs = 0
  for (let index = 0; index < text.length - 1; index++) {
    if (isHigh(text.charCodeAt(index)) && isLow(text.charCodeAt(index + 1))) {
      surrogatePairs++
      index++
    }
  }
  return text.length - surrogatePairs
}

/** Like `String.slice` for offsets that are not negative, counted in code points. */
export function sliceCodePoints(text: string, start: number, end?: number): string {
  const from = unitOffset(text, { at: 0, points: start })
  const to = end === undefined ? text.length : unitOffset(text, { at: from, points: Math.max(0, end - start) })
  return text.slice(from, to)
}

export function stripBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** Asked once: inside a loop the engine may ask it again for every line. */
function nextLine(text: string): (text: string, from: number) => number {
  return text.includes('\r') ? afterEnding : afterNewline
}

function lineStarts(text: string): number[] {
  const next = nextLine(text)
  const starts: number[] = []
  for (let start = 0; start < text.length; start = next(text, start)) starts.push(start)
  return starts
}

function afterNewline(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at + 1
}

function afterEnding(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 10) return at + 1
    if (unit === 13) return text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1
  }
  return text.length
}

function unitOffset(text: string, from: { readonly at: number; readonly points: number }): number {
  let offset = from.at
  for (let left = from.points; left > 0 && offset < text.length; left--) {
    offset += isHigh(text.charCodeAt(offset)) && isLow(text.charCodeAt(offset + 1)) ? 2 : 1
  }
  return offset
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
