import { wordSet } from '../languages/language.ts'
import { LATIN_LANGUAGES } from '../languages/registry.ts'
import type { TextRange } from '../text-range.ts'
import { lineEnd } from './line-end.ts'

/** `line`: a unit that is a line by itself (code, a table's row, a heading). */
export type SentenceKind = 'sentence' | 'line' | 'heading'

/** A sentence or line of a text, verbatim: `text` is what stands between `start` and `end` (UTF-16 offsets) of the source. */
export interface Sentence extends TextRange {
  readonly text: string
  readonly startLine: number
  readonly endLine: number
  readonly kind: SentenceKind
  /** Sentences of one paragraph or list item, rows of one table and lines of one fence have the same number. */
  readonly block: number
}

export interface SentenceOptions {
  /** The line of the file on which the text begins. Default 1. */
  readonly startLine?: number
}

/**
 * The sentences of prose (Japanese, Spanish, English), and the lines of what is no prose: fenced code, tables, headings. List
 * markers and quotation marks of Markdown stand before a sentence, not in it. Blank text and rules are no sentences.
 */
export function sentencesOf(text: string, { startLine = 1 }: SentenceOptions = {}): Sentence[] {
  const reader = new Reader(text)
  let line = startLine
  for (let at = 0; at < text.length; line++) {
    const end = lineEnd(text, at)
    reader.readLine({ start: at, end, line })
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1
  }
  reader.finish()
  return reader.sentences
}

interface Line extends TextRange {
  readonly line: number
}

/** A line this narrow (wide letters count twice) was not broken because it was full. */
const NARROW_COLUMNS = 50
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const ROW = /^\s*\|/
const ITEM = /^(?:[ \t]|> ?)*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const QUOTE = /^(?:[ \t]{0,3}> ?)+/
const CODE_LINE = /^(?: {4}|\t)/

class Reader {
  readonly sentences: Sentence[] = []
  private readonly text: string
  private fence: string | undefined
  private paragraph: Line[] = []
  private block = 0
  private lastKind: SentenceKind | 'blank' = 'blank'

  constructor(text: string) {
    this.text = text
  }

  readLine(line: Line): void {
    const source = this.text.slice(line.start, line.end)
    const fence = FENCE.exec(source)?.[1]
    if (this.fence !== undefined) this.readFenced(line, source)
    else if (fence !== undefined) {
      this.endParagraph()
      this.fence = fence
      this.block++
    } else if (source.trim() === '') {
      this.endParagraph()
      this.lastKind = 'blank'
    } else if (HEADING.test(source)) this.addLine(line, 'heading')
    else if (UNDERLINE.test(source) && this.paragraph.length > 0) this.endParagraph('heading')
    else if (RULE.test(source)) this.endParagraph()
    else if (ROW.test(source)) this.addLine(line, 'line')
    else if (CODE_LINE.test(source) && this.paragraph.length === 0 && !ITEM.test(source)) this.addLine(line, 'line')
    else this.readProse(line, source)
  }

  finish(): void {
    this.endParagraph()
  }

  private readFenced(line: Line, source: string): void {
    if (isClosing(source, this.fence!)) {
      this.fence = undefined
      this.lastKind = 'blank'
    } else if (source.trim() !== '') this.push(trimmed(this.text, line), [line.line, line.line], 'line')
  }

  private readProse(line: Line, source: string): void {
    const marker = ITEM.exec(source)?.[0] ?? ''
    if (marker !== '') this.endParagraph()
    const before = marker !== '' ? marker : (QUOTE.exec(source)?.[0] ?? '')
    const start = line.start + before.length
    if (this.text.slice(start, line.end).trim() === '') return
    this.paragraph.push({ ...line, start })
  }

  private addLine(line: Line, kind: 'line' | 'heading'): void {
    this.endParagraph()
    if (kind === 'heading' || this.lastKind !== kind) this.block++
    this.push(trimmed(this.text, line), [line.line, line.line], kind)
  }

  private endParagraph(kind: SentenceKind = 'sentence'): void {
    const lines = this.paragraph
    if (lines.length === 0) return
    this.paragraph = []
    this.block++
    this.splitLines(lines, kind)
  }

  private splitLines(lines: readonly Line[], kind: SentenceKind): void {
    const { text } = this
    let first = 0
    let start = lines[0]!.start
    let depth = 0
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index]!
      for (let at = Math.max(start, line.start); at < line.end; at++) {
        if (TELLING[text.charCodeAt(at)] === 0) continue
        depth = depthAfter(text, at, depth)
        const end = depth > 0 ? -1 : sentenceEnd(text, at, line.end)
        if (end < 0 || end >= line.end) continue
        this.pushRange({ start, end }, [lines[first]!.line, line.line], kind)
        start = end
        first = index
        at = end - 1
      }
      const next = lines[index + 1]
      if (next !== undefined && !breaksHere(text, line, next)) continue
      if (text.slice(start, line.end).trim() !== '') {
        this.pushRange({ start, end: line.end }, [lines[first]!.line, line.line], kind)
      }
      start = next?.start ?? line.end
      first = index + 1
      depth = 0
    }
  }

  private pushRange(range: TextRange, [from, to]: readonly [number, number], kind: SentenceKind): void {
    const within = trimmed(this.text, range)
    if (within.end <= within.start) return
    // Blank before the first letter may hold a line end.
    const startLine = from + countLineEnds(this.text, range.start, within.start)
    this.push(within, [startLine, to], kind)
  }

  /** Tens of thousands are kept: a property that a spread adds lies in a list of its own. */
  private push({ start, end }: TextRange, [startLine, endLine]: readonly [number, number], kind: SentenceKind): void {
    const text = this.text.slice(start, end)
    this.sentences.push({ start, end, startLine, endLine, text, kind, block: this.block })
    this.lastKind = kind
  }
}

const WIDE_ENDS = '。！？．'
const NARROW_ENDS = '.!?…'
const CLOSERS = '」』）】》〉”’"\')]»*_'
const OPENING = '「『（(【《«“['
const CLOSING = '」』）)】》»”]'
/** By letter, whether it may end a sentence or open or close an aside: most do not. */
const TELLING = new Uint8Array(0x10000)
for (const letter of WIDE_ENDS + NARROW_ENDS + OPENING + CLOSING) TELLING[letter.charCodeAt(0)] = 1

/** Brackets that are never closed do not swallow a paragraph. */
const LONGEST_ASIDE = 300

/** Inside brackets nothing ends. */
function depthAfter(text: string, at: number, depth: number): number {
  const letter = text[at]!
  if (OPENING.includes(letter)) return isClosedSoon(text, at) ? depth + 1 : depth
  return depth > 0 && CLOSING.includes(letter) ? depth - 1 : depth
}

function isClosedSoon(text: string, at: number): boolean {
  const closing = CLOSING[OPENING.indexOf(text[at]!)]!
  return text.slice(at, at + LONGEST_ASIDE).includes(closing)
}

/** Where the sentence ends whose last letter may stand here, closing marks included; -1 when none does. */
function sentenceEnd(text: string, at: number, limit: number): number {
  const letter = text[at]!
  const isWide = WIDE_ENDS.includes(letter)
  if (!isWide && !NARROW_ENDS.includes(letter)) return -1
  let end = at + 1
  while (end < limit && (WIDE_ENDS.includes(text[end]!) || NARROW_ENDS.includes(text[end]!))) end++
  while (end < limit && CLOSERS.includes(text[end]!)) end++
  if (end === limit) return end
  if (isWide) return /[とのがをはにで]/.test(text[end]!) && end > at + 1 ? -1 : end
  if (!/\s/.test(text[end]!)) return -1
  return letter === '.' && isAbbreviation(text, at, end) ? -1 : end
}

/** What ends with a full stop in the middle of a sentence. */
const ABBREVIATIONS = new Set(LATIN_LANGUAGES.flatMap(({ abbreviations }) => [...wordSet(abbreviations)]))
const NEVER_LAST = new Set(LATIN_LANGUAGES.flatMap(({ neverLast }) => [...wordSet(neverLast)]))

/** A full stop goes on when a small letter or a digit follows, or after an initial or a usual abbreviation. */
function isAbbreviation(text: string, at: number, end: number): boolean {
  let next = end
  while (next < text.length && /\s/.test(text[next]!)) next++
  const following = text[next] ?? ''
  if (/\p{Ll}/u.test(following)) return true
  let start = at
  while (start > 0 && at - start < 6 && /[\p{L}\p{M}]/u.test(text[start - 1]!)) start--
  const word = text.slice(start, at)
  if (word.length === 1) return /\p{Lu}/u.test(word)
  return ABBREVIATIONS.has(word.toLowerCase()) && (/\p{Lu}/u.test(word[0]!) || /[\p{N}]/u.test(following) || NEVER_LAST.has(word))
}

/** A new line begins something new when the one before was left short, or ends with a sentence's end. */
function breaksHere(text: string, line: Line, next: Line): boolean {
  const source = text.slice(line.start, line.end).trimEnd()
  const last = source.at(-1) ?? ''
  if (WIDE_ENDS.includes(last)) return true
  if (NARROW_ENDS.includes(last)) return !isAbbreviation(text, line.start + source.length - 1, line.end)
  if (source.endsWith('\\') || '、,;，'.includes(last)) return false
  if (/\p{Ll}/u.test(text.slice(next.start, next.end).trimStart()[0] ?? '')) return false
  return columnsOf(source) < NARROW_COLUMNS
}

function columnsOf(text: string): number {
  let columns = 0
  for (let at = 0; at < text.length && columns < NARROW_COLUMNS; at++) columns += text.charCodeAt(at) > 0x2e7f ? 2 : 1
  return columns
}

function isClosing(source: string, fence: string): boolean {
  const closing = FENCE.exec(source)?.[1]
  return closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length && source.trim() === closing
}

function trimmed(text: string, { start, end }: TextRange): TextRange {
  let [from, to] = [start, end]
  while (from < to && isBlank(text.charCodeAt(from))) from++
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--
  return { start: from, end: to }
}

function isBlank(code: number): boolean {
  return code === 32 || (code < 14 && code > 8) || (code > 127 && /\s/.test(String.fromCharCode(code)))
}

function countLineEnds(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) count++
  }
  return count
}
