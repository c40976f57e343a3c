import { splitLines } from '@shoko/core-fs'
import MarkdownIt from 'markdown-it'

/** Block rules only: inline rules take most of the time and say nothing about headings, code and comments. */
const blockParser = new MarkdownIt('commonmark')
blockParser.core.ruler.enableOnly(['normalize', 'block'])

export interface Heading {
  readonly level: number
  /** The heading's own text, without marks. */
  readonly text: string
  /** Its first line, counted from 0. */
  readonly line: number
  /** The first line after it. */
  readonly bodyLine: number
}

/** What a Markdown text consists of, as far as this package cares. */
export interface Outline {
  readonly lines: readonly string[]
  /** Headings at the top level of the document; those inside lists, quotes and code are text. */
  readonly headings: readonly Heading[]
  /** First lines of top-level blocks: the places where a text may be cut without cutting a paragraph. */
  readonly blockLines: readonly number[]
  /** False inside code and comments. */
  isProse(line: number): boolean
}

/** Takes a text without front matter and without a byte order mark. */
export function outlineOf(text: string): Outline {
  const tokens = blockParser.parse(text, {})
  const headings: Heading[] = []
  const blockLines: number[] = []
  const hidden: (readonly [number, number])[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.map === null) continue
    const [line, bodyLine] = token.map
    if (token.level === 0 && token.nesting >= 0) blockLines.push(line)
    if (token.type === 'heading_open' && token.level === 0) {
      headings.push({ level: Number(token.tag.slice(1)), text: plain(tokens[at + 1]?.content ?? ''), line, bodyLine })
    }
    if (isHidden(token.type, token.content)) hidden.push([line, bodyLine])
  }
  return {
    lines: splitLines(text),
    headings,
    blockLines,
    isProse: (line) => !hidden.some(([start, end]) => line >= start && line < end),
  }
}

/** The lines below a heading up to the next one of its level or above, without blank lines around. */
export function sectionText(outline: Outline, heading: Heading): string {
  const next = outline.headings.find((other) => other.line > heading.line && other.level <= heading.level)
  return trimBlankLines(outline.lines.slice(heading.bodyLine, next?.line ?? outline.lines.length)).join('\n')
}

export function findSection(outline: Outline, accept: (heading: Heading) => boolean): string | undefined {
  const heading = outline.headings.find(accept)
  return heading === undefined ? undefined : sectionText(outline, heading)
}

/** A heading's words for comparing: no emphasis, numbering, emoji or closing colon, lower case. */
export function headingKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*_`~]/g, '')
    .replace(/^[^\p{L}\p{N}]*(?:\d+[.)]\s*)?[^\p{L}\p{N}]*/u, '')
    .replace(/[^\p{L}\p{N}]+$/u, '')
    .replace(/\s+/g, ' ')
}

function isHidden(type: string, content: string): boolean {
  return type === 'fence' || type === 'code_block' || (type === 'html_block' && content.trimStart().startsWith('<!--'))
}

function plain(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim()
}

function trimBlankLines(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return first === -1 ? [] : lines.slice(first, last + 1)
}
