import type { TextRange } from '../text-range.ts'
import { lineEnd } from './line-end.ts'

/** A heading with its own text, up to the next heading of any level; or what stands before the first one. */
export interface TextSection extends TextRange {
  /** The chain of headings down to the section's own; none before the first heading. */
  readonly headings: readonly string[]
  /** Lines, the last included: the heading's own line is the first. */
  readonly startLine: number
  readonly endLine: number
  /** Where the text below the heading begins, and on which line. */
  readonly bodyStart: number
  readonly bodyLine: number
}

const SPACE = 32
const MARKS = ['#', '`', '~', '=', '-']
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
const NO_PARAGRAPH = /^(?:\s*$|\s*[|>]| {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]| {4}|\t)/

/** A text with more headings than anybody reads is indexed by its first ones; what follows belongs to the last of them. */
const MAX_SECTIONS = 10_000

/**
 * The sections of a Markdown text, by its headings (`#` and underlined ones; none inside fences or front matter). One look at
 * each line: for indexes of many notes, where a whole parser would take longer than everything else.
 */
export function sectionsOf(text: string): TextSection[] {
  const outline = new OutlineReader(text)
  let line = 1
  let at = 0
  for (; at < text.length; line++) {
    const end = lineEnd(text, at)
    const next = text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length)
    outline.read({ start: at, end, next, line })
    at = next
  }
  return outline.finish(text.length, Math.max(1, line - 1))
}

interface LinePlace {
  readonly start: number
  readonly end: number
  readonly next: number
  readonly line: number
}

interface Open {
  readonly headings: readonly string[]
  readonly start: number
  readonly startLine: number
  readonly bodyStart: number
  readonly bodyLine: number
}

class OutlineReader {
  private readonly text: string
  private readonly sections: TextSection[] = []
  private readonly chain: { readonly title: string; readonly level: number }[] = []
  private open: Open = { headings: [], start: 0, startLine: 1, bodyStart: 0, bodyLine: 1 }
  private fence: string | undefined
  private inFrontMatter = false
  /** The line before, which a row of dashes would make a heading if it is one of a paragraph. */
  private before: LinePlace | undefined

  constructor(text: string) {
    this.text = text
  }

  read(place: LinePlace): void {
    const mark = this.markOf(place)
    // Nearly all lines: nothing is cut out of the text for them.
    if (mark === '' && place.line > 1 && !this.inFrontMatter) {
      this.before = this.fence === undefined ? place : undefined
      return
    }
    const source = this.text.slice(place.start, place.end)
    if (this.skips(source, place)) {
      this.before = undefined
      return
    }
    const heading = HEADING.exec(source)
    if (heading !== null) {
      this.begin({ title: heading[2] ?? '', level: heading[1]!.length }, place, place)
      return
    }
    const underline = UNDERLINE.exec(source)?.[1]
    const underlined = underline === undefined ? undefined : this.paragraph()
    if (underlined === undefined) this.before = place
    else this.begin({ title: underlined.title, level: underline![0] === '=' ? 1 : 2 }, underlined.place, place)
  }

  finish(end: number, lastLine: number): TextSection[] {
    this.close(end, lastLine)
    return this.sections
  }

  /** The mark that the line begins with, if it is one of headings, underlines and fences. */
  private markOf({ start, end }: LinePlace): string {
    let at = start
    while (at < end && at - start < 3 && this.text.charCodeAt(at) === SPACE) at++
    const first = at < end ? this.text[at]! : ''
    return MARKS.includes(first) ? first : ''
  }

  /** The line before, if it is one of a paragraph. */
  private paragraph(): { readonly place: LinePlace; readonly title: string } | undefined {
    const place = this.before
    if (place === undefined) return undefined
    const source = this.text.slice(place.start, place.end)
    return NO_PARAGRAPH.test(source) ? undefined : { place, title: source.trim() }
  }

  /** Lines of front matter and of fences are no headings. */
  private skips(source: string, { line }: LinePlace): boolean {
    if (line === 1 && /^\uFEFF?---[ \t]*$/.test(source)) {
      this.inFrontMatter = true
      return true
    }
    if (this.inFrontMatter) {
      if (/^---[ \t]*$/.test(source)) this.inFrontMatter = false
      return true
    }
    const fence = FENCE.exec(source)?.[1]
    if (this.fence === undefined) {
      this.fence = fence
      return fence !== undefined
    }
    if (fence !== undefined && fence[0] === this.fence[0] && fence.length >= this.fence.length && source.trim() === fence) {
      this.fence = undefined
    }
    return true
  }

  private begin({ title, level }: { readonly title: string; readonly level: number }, from: LinePlace, to: LinePlace): void {
    this.before = undefined
    if (this.sections.length >= MAX_SECTIONS) return
    this.close(from.start, from.line - 1)
    while (this.chain.length > 0 && this.chain.at(-1)!.level >= level) this.chain.pop()
    this.chain.push({ title, level })
    this.open = {
      headings: this.chain.map((heading) => heading.title),
      start: from.start,
      startLine: from.line,
      bodyStart: to.next,
      bodyLine: to.line + 1,
    }
  }

  /** Nothing before the first heading is no section, unless it is all there is. */
  private close(end: number, endLine: number): void {
    const isEmptyStart = this.sections.length === 0 && this.open.headings.length === 0 && end === this.open.start
    if (!isEmptyStart) this.sections.push({ ...this.open, end, endLine: Math.max(endLine, this.open.startLine) })
  }
}
