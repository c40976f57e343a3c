import type { LineRange } from '@shoko/contract/schema'

/** One `source_lines` entry: what it cites as written, and the columns it fills in its first line. */
export interface SourceEntry {
  readonly ranges: readonly LineRange[]
  readonly from: number
  readonly to: number
}

const KEY = /(?<![A-Za-z0-9_])source[_-]?lines?(?![A-Za-z0-9_])["'`*]*\s*[:=]?[*`]*\s*/gi
const ITEM = /#?L?(\d+)(?:\s*(?:-|\.{2,3})\s*#?L?(\d+))?(?![A-Za-z0-9_]|\.\d|\s*-\s*\d)/iy
const OBJECT = /\{?\s*"?start(?:_line)?"?\s*:\s*(\d+)\s*,?\s*"?end(?:_line)?"?\s*:\s*(\d+)\s*\}?/iy
const GAP = /[,;]\s*|["'`]|\s+/y
const MAX_DEPTH = 4
const LIST_LINE = /^[\s>%]*[-*+]\s+(.*)$/
const END_LINE = /^[\s>%]*end(?:_line)?\s*:\s*\d+\s*$/i
const OPEN_LINE = /^[\s>%\d\-.,;[\]{}"'`L#]*$/i

/** The entries that begin in line `at`; a YAML list or an open bracket takes the lines below it as well. */
export function sourceEntries(lines: readonly string[], at: number): SourceEntry[] {
  const line = lines[at] ?? ''
  if (!/source/i.test(line)) return []
  const text = foldWidth(line)
  const entries: SourceEntry[] = []
  for (const key of text.matchAll(KEY)) {
    const from = key.index
    const valueAt = from + key[0].length
    const value = scanRanges(text, valueAt)
    const ranges = value.open || valueAt === text.length ? rangesBelow(lines, at, text.slice(valueAt)) : value.ranges
    if (ranges.length > 0) entries.push({ ranges, from, to: value.to })
  }
  return entries
}

/** The ranges in a text that holds nothing else, such as a table cell or a JSON string. */
export function rangesInText(text: string): LineRange[] {
  return scanRanges(foldWidth(text).replaceAll(/<br\s*\/?>/gi, ','), 0, { spaced: true }).ranges
}

/** The ranges of a JSON value: text, a number, a pair, an object with two ends, or a list of these. */
export function rangesInValue(value: unknown): LineRange[] {
  if (typeof value === 'string') return rangesInText(value)
  if (typeof value === 'number') return Number.isInteger(value) ? [{ start_line: value, end_line: value }] : []
  if (Array.isArray(value)) return isPair(value) ? [{ start_line: value[0], end_line: value[1] }] : value.flatMap(rangesInList)
  return typeof value === 'object' && value !== null ? rangeOfObject(value as Record<string, unknown>) : []
}

function rangesInList(value: unknown): LineRange[] {
  // Lists of lists of lists mean nothing here, and a hostile depth must not end in recursion.
  if (Array.isArray(value)) return isPair(value) ? [{ start_line: value[0], end_line: value[1] }] : value.flatMap(rangesInScalar)
  return rangesInScalar(value)
}

function rangesInScalar(value: unknown): LineRange[] {
  return Array.isArray(value) ? [] : rangesInValue(value)
}

function isPair(value: readonly unknown[]): value is readonly [number, number] {
  const [start, end] = value
  return value.length === 2 && Number.isInteger(start) && Number.isInteger(end) && (start as number) <= (end as number)
}

function rangeOfObject(value: Record<string, unknown>): LineRange[] {
  const start = value.start_line ?? value.start
  const end = value.end_line ?? value.end ?? start
  if (!Number.isInteger(start) || !Number.isInteger(end)) return []
  return [{ start_line: start as number, end_line: end as number }] // both were just found to be integers
}

/** A key without a value on its own line: the YAML list below it, or the rest of the bracket that it opened. */
function rangesBelow(lines: readonly string[], at: number, opened: string): LineRange[] {
  return opened === '' ? rangesInYamlList(lines, at + 1) : rangesInBracket(lines, at + 1, opened)
}

function rangesInYamlList(lines: readonly string[], first: number): LineRange[] {
  const ranges: LineRange[] = []
  for (let at = first; at < lines.length; at++) {
    const item = LIST_LINE.exec(foldWidth(lines[at]!))?.[1]
    if (item === undefined) break
    // "- start_line: 1" has its "end_line: 3" on the line below.
    const second = /^start/i.test(item) ? END_LINE.exec(lines[at + 1] ?? '')?.[0] : undefined
    const text = second === undefined ? item : `${item} ${second.trim()}`
    const value = scanRanges(text, 0)
    if (value.ranges.length === 0 || !/^[\s"'`,]*$/.test(text.slice(value.to))) break
    for (const range of value.ranges) ranges.push(range)
    if (second !== undefined) at++
  }
  return ranges
}

function rangesInBracket(lines: readonly string[], first: number, opened: string): LineRange[] {
  const parts = [opened]
  let depth = bracketDepth(opened)
  for (let at = first; at < lines.length && depth > 0; at++) {
    const line = foldWidth(lines[at]!)
    if (!OPEN_LINE.test(line)) break
    parts.push(line)
    depth += bracketDepth(line)
  }
  return scanRanges(parts.join(' ').replaceAll(/[>%]/g, ' '), 0).ranges
}

function bracketDepth(text: string): number {
  return text.split('[').length - text.split(']').length
}

interface Scan {
  readonly ranges: LineRange[]
  readonly to: number
  readonly open: boolean
}

interface Frame {
  readonly ranges: LineRange[]
  /** Only single lines so far: `[12, 20]` is a pair, `[12-20, 30]` and `[1, 2, 3]` are lists. */
  plain: boolean
}

/** Reads ranges from a column on, with brackets of any depth, and stops at the first thing that is none. */
function scanRanges(text: string, at: number, options: { readonly spaced?: boolean } = {}): Scan {
  const frames: Frame[] = [{ ranges: [], plain: false }]
  const spaced = options.spaced ?? false
  let to = at
  let cursor = at
  while (cursor < text.length) {
    const char = text[cursor]!
    if (char === '[' && frames.length <= MAX_DEPTH) {
      frames.push({ ranges: [], plain: true })
      cursor++
    } else if (char === ']' && frames.length > 1) {
      closeFrame(frames)
      to = ++cursor
      if (frames.length === 1 && !spaced) break
    } else {
      const gap = gapLength(text, { at: cursor, inside: spaced || frames.length > 1 })
      cursor += gap
      if (gap > 0) continue
      const found = readItem(text, cursor)
      if (found === undefined) break
      const frame = frames.at(-1)!
      frame.ranges.push(found.range)
      frame.plain &&= found.single
      cursor = found.to
      if (frames.length === 1) to = cursor
    }
  }
  const open = frames.length > 1 && cursor >= text.length
  while (frames.length > 1) closeFrame(frames)
  return { ranges: frames[0]!.ranges, to, open }
}

function closeFrame(frames: Frame[]): void {
  const { ranges, plain } = frames.pop()!
  const outer = frames.at(-1)!
  outer.plain = false
  const [first, second] = ranges
  if (plain && ranges.length === 2 && first!.start_line <= second!.end_line) {
    outer.ranges.push({ start_line: first!.start_line, end_line: second!.end_line })
  } else {
    for (const range of ranges) outer.ranges.push(range)
  }
}

/** Outside brackets a space ends the value, unless a range with a dash follows it: "12-20 is about 3 cups". */
function gapLength(text: string, { at, inside }: { readonly at: number; readonly inside: boolean }): number {
  GAP.lastIndex = at
  const gap = GAP.exec(text)?.[0] ?? ''
  if (gap === '' || gap.trim() !== '' || inside) return gap.length
  return /^(?:[,;[]|#?L?\d+\s*(?:-|\.\.)\s*#?L?\d)/i.test(text.slice(at + gap.length, at + gap.length + 40)) ? gap.length : 0
}

function readItem(
  text: string,
  at: number,
): { readonly range: LineRange; readonly to: number; readonly single: boolean } | undefined {
  for (const pattern of [ITEM, OBJECT]) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) continue
    const start = Number(match[1])
    const range = { start_line: start, end_line: match[2] === undefined ? start : Number(match[2]) }
    return { range, to: at + match[0].length, single: match[2] === undefined }
  }
  return undefined
}

const WIDE: Readonly<Record<string, string>> = {
  '：': ':',
  '＝': '=',
  '，': ',',
  '、': ',',
  '；': ';',
  '［': '[',
  '］': ']',
  Ｌ: 'L',
}

/** Full-width digits and the many dashes become ASCII, one character for one, so that columns stay true. */
function foldWidth(text: string): string {
  return text
    .replaceAll(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replaceAll(/[‐‑‒–—―−－~～〜ー]/g, '-')
    .replaceAll(/[：＝，、；［］Ｌ\u3000]/g, (char) => WIDE[char] ?? ' ')
}
