import { LineIndex } from '@shoko/core-fs'
import type { Outline } from './outline.ts'
import { lastAtMost } from './sorted.ts'

export const MAX_CHUNK_CHARS = 6000

export interface Chunk {
  /** As it would be written with `#` marks; empty for text before the first heading. Every part of a long section keeps it. */
  readonly heading: string
  /** A slice of the source. The slices of a document, put together, are the document. */
  readonly text: string
  /** How much of `text` is the heading itself (0 in the later parts of a section). */
  readonly headingLength: number
  /** The line on which the text after the heading begins, counted from 1. */
  readonly bodyLine: number
}

/** Cuts a text at its headings of level 1 and 2, and longer sections at paragraphs, then at lines, then anywhere. */
export function chunkMarkdown(text: string, outline: Outline): readonly Chunk[] {
  const index = new LineIndex(text)
  const offset = (line: number) => (line >= index.total ? text.length : index.startOf(line + 1))
  const starts = outline.headings.filter((heading) => heading.level <= 2)
  const cuts = outline.blockLines.map(offset)
  const chunks: Chunk[] = []
  const preface = text.slice(0, offset(starts[0]?.line ?? outline.lines.length))
  if (preface.trim() !== '') chunks.push(...split({ heading: '', start: 0, end: preface.length, headingLength: 0 }))
  for (const [at, heading] of starts.entries()) {
    const start = offset(heading.line)
    const end = offset(starts[at + 1]?.line ?? outline.lines.length)
    const label = `${'#'.repeat(heading.level)} ${heading.text}`.slice(0, MAX_CHUNK_CHARS)
    chunks.push(...split({ heading: label, start, end, headingLength: offset(heading.bodyLine) - start }))
  }
  return chunks

  function split(section: Section): readonly Chunk[] {
    const parts: Chunk[] = []
    for (let start = section.start; start < section.end; ) {
      const end = partEnd({ text, cuts, lines: index }, { start, end: section.end })
      const left = Math.max(0, section.start + section.headingLength - start)
      const headingLength = Math.min(left, end - start)
      const bodyLine = index.lineAt(Math.min(start + headingLength, Math.max(0, text.length - 1)))
      parts.push({ heading: section.heading, text: text.slice(start, end), headingLength, bodyLine })
      start = end
    }
    return parts
  }
}

interface Section {
  readonly heading: string
  readonly start: number
  readonly end: number
  readonly headingLength: number
}

interface Source {
  readonly text: string
  /** Offsets where blocks begin, ascending. */
  readonly cuts: readonly number[]
  readonly lines: LineIndex
}

/** Where the part that begins at `start` ends: whole if it fits, else before the last paragraph, line or character that does not. */
function partEnd({ text, cuts, lines }: Source, { start, end }: { readonly start: number; readonly end: number }): number {
  const furthest = furthestEnd(text, { start, end })
  if (furthest === end) return end
  const paragraph = cuts[lastAtMost(cuts, furthest)]
  if (paragraph !== undefined && paragraph > start) return paragraph
  const line = lines.startOf(lines.lineAt(furthest))
  return line > start ? line : furthest
}

/** The offset after at most MAX_CHUNK_CHARS code points, never inside a surrogate pair. */
function furthestEnd(text: string, { start, end }: { readonly start: number; readonly end: number }): number {
  if (end - start <= MAX_CHUNK_CHARS) return end
  let at = start
  for (let chars = 0; chars < MAX_CHUNK_CHARS && at < end; chars++) at += text.codePointAt(at)! > 0xffff ? 2 : 1
  return Math.min(at, end)
}
