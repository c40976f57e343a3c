import { LineIndex, stripBom } from '@shoko/core-fs'
import { unitOffset } from './code-points.ts'
import { refusal } from './manuals.ts'
import { type ManualNode, parseFile } from './nodes.ts'

interface Place {
  readonly path: string
  readonly text: string
  /** Undefined: the first node. */
  readonly line: number | undefined
}

export interface Section {
  readonly text: string
  /** UTF-16 offset in the file. */
  readonly start: number
}

/** The node whose heading is at the line, or that contains it. */
export function sectionText(place: Place): Section {
  const { nodes, index } = findNode(place)
  const node = nodes[index]!
  const text = fileText(place.text.slice(node.start, node.end))
  return { text, start: node.end - text.length }
}

/** That node and the next ones in order. A later node may lie inside an earlier one, so the text is the span of all, once. */
export function sectionsText(place: Place, max: number): { readonly text: string; readonly more: boolean } {
  const { nodes, index } = findNode(place)
  const taken = nodes.slice(index, index + max)
  const end = taken.reduce((last, node) => Math.max(last, node.end), 0)
  const more = nodes.slice(index + max).some((node) => node.end > end)
  return { text: fileText(place.text.slice(taken[0]!.start, end)), more }
}

/** The line with some characters before and after it. */
export function snippetText(place: Place, { before, after }: { readonly before: number; readonly after: number }): string {
  const { text } = place
  const lines = new LineIndex(text)
  const line = place.line ?? findNode(place).nodes[0]!.line
  if (lines.total === 0) return ''
  checkLine(line, lines)
  const lineStart = lines.startOf(line)
  const lineEnd = lineStart + lines.line(line).length
  return fileText(text.slice(unitsBefore(text, lineStart, before), unitOffset(text, after, lineEnd) ?? text.length))
}

/** A file's text as a reader wants it; the byte order mark is no part of it. */
export function fileText(text: string): string {
  return stripBom(text)
}

/** At most so many characters; `units` is how far the cut reaches in the text given. */
export function cutText(
  text: string,
  maxChars: number,
): { readonly text: string; readonly truncated: boolean; readonly units: number } {
  const units = unitOffset(text, maxChars, 0) ?? text.length
  return { text: text.slice(0, units), truncated: units < text.length, units }
}

function findNode({ path, text, line }: Place): { readonly nodes: readonly ManualNode[]; readonly index: number } {
  const { nodes } = parseFile(path, text)
  if (line === undefined) return { nodes, index: 0 }
  checkLine(line, new LineIndex(text))
  const index = nodes.findLastIndex((node) => node.line <= line)
  return { nodes, index: Math.max(0, index) }
}

function checkLine(line: number, lines: LineIndex): void {
  const total = Math.max(1, lines.total)
  if (line > total)
    throw refusal('invalid_argument', `ref: start_line must be at most ${total}, the number of lines (got ${line})`)
}

function unitsBefore(text: string, end: number, chars: number): number {
  let at = end
  for (let left = chars; left > 0 && at > 0; left--) {
    const pair = at > 1 && text.codePointAt(at - 2)! > 0xffff
    at -= pair ? 2 : 1
  }
  return at
}
