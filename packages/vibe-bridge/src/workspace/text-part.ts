import { DomainError } from '@shoko/contract'
import { codePointLength, splitLines, stripBom, takeWindow } from '@shoko/core-fs'
import type { VibeReason } from '../reasons.ts'

export interface PartRequest {
  readonly start_line?: number
  readonly limits?: { readonly max_chars?: number }
}

export interface TextPart {
  readonly content: string
  readonly truncated: boolean
  readonly next_offset: { readonly start_line: number | null }
}

/** A text from a line on, at most so many characters. A text that fits is given as it is, to the last byte. */
export function partOf(text: string, request: PartRequest, hardMaxChars: number): TextPart {
  const { start_line = 1, limits = {} } = request
  const maxChars = Math.min(limits.max_chars ?? hardMaxChars, hardMaxChars)
  if (start_line === 1 && codePointLength(text) <= maxChars) return { content: text, truncated: false, next_offset: END }
  const lines = splitLines(stripBom(text))
  if (start_line > Math.max(1, lines.length)) throw afterEnd(start_line, lines.length)
  const window = takeWindow(lines, start_line, { endLine: lines.length, maxChars })
  return { content: window.text, truncated: window.cut, next_offset: { start_line: window.nextLine } }
}

const END = { start_line: null }

function afterEnd(start: number, total: number): DomainError<VibeReason> {
  const message = `start_line ${start} is after the end; the document has ${total} lines`
  return new DomainError<VibeReason>('invalid_argument', message, { details: { key: 'start_line', total_lines: total } })
}
