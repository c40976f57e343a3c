import { splitLines } from '@shoko/core-fs'
import MarkdownIt, { type Token } from 'markdown-it'
import { lastAtMost } from './sorted.ts'

const parser = new MarkdownIt('commonmark')
/** A document with more is no outline to anybody, and would take as much memory as a thousand others. */
export const MAX_HEADINGS = 10_000

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
  /** Headings at the top level of the document, the first MAX_HEADINGS; those inside lists, quotes and code are text. */
  readonly headings: readonly Heading[]
  /** First lines of top-level blocks: the places where a text may be cut without cutting a paragraph. */
  readonly blockLines: readonly number[]
  /** False inside code and comments. */
  isProse(line: number): boolean
}

/** Takes a text without front matter and without a byte order mark. */
export function outlineOf(text: string): Outline {
  const headings: Heading[] = []
  const blockLines: number[] = []
  const hidden: { readonly starts: number[]; readonly ends: number[] } = { starts: [], ends: [] }
  let opened: Token | undefined
  forEachBlock(text, (token) => {
    if (opened?.map && headings.length < MAX_HEADINGS) {
      const [line, bodyLine] = opened.map
      headings.push({ level: Number(opened.tag.slice(1)), text: plain(token.content), line, bodyLine })
    }
    opened = token.type === 'heading_open' && token.level === 0 ? token : undefined
    if (token.map === null) return
    const [line, end] = token.map
    if (token.level === 0 && token.nesting >= 0 && blockLines.at(-1) !== line) blockLines.push(line)
    if (!isHidden(token.type, token.content)) return
    hidden.starts.push(line)
    hidden.ends.push(end)
  })
  return {
    lines: splitLines(text),
    headings,
    blockLines,
    isProse: (line) => line >= (hidden.ends[lastAtMost(hidden.starts, line)] ?? 0),
  }
}

/**
 * Block rules only: inline rules take most of the time and say nothing about headings, code and comments. Tokens are looked
 * at one by one, since all those of a long text take a hundred times its size; each one is complete when the next one comes.
 */
function forEachBlock(text: string, look: (token: Token) => void): void {
  let last: Token | undefined
  const pushLast = (token: Token) => {
    if (last !== undefined) look(last)
    last = token
    return 0
  }
  const normal = text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd')
  parser.block.parse(normal, parser, {}, Object.assign([], { push: pushLast }))
  if (last !== undefined) look(last)
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

/** No heading that means something to this package is nearly as long. */
const MAX_KEY_CHARS = 200

/** A heading's words for comparing: no emphasis, numbering, emoji or closing colon, lower case. */
export function headingKey(text: string): string {
  return text
    .slice(0, MAX_KEY_CHARS)
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
  // Not by a pattern: one that looks for blanks around a line break goes over a long run of them once for each.
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim()
}

function trimBlankLines(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return first === -1 ? [] : lines.slice(first, last + 1)
}
