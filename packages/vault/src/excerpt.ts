import { DomainError } from '@shoko/contract'
import { type LineReader, parsePath, type TextWindow } from '@shoko/core-fs'
import type { VaultContext } from './context.ts'
import type { VaultReason } from './reasons.ts'

/** How much text one answer may carry, and what a cut by it is called. */
export interface CharLimit {
  readonly maxChars: number
  readonly cutReason: 'max_chars' | 'hard_limit'
}

export function charLimit(hardMaxChars: number, requested: number = hardMaxChars): CharLimit {
  const maxChars = Math.min(requested, hardMaxChars)
  return { maxChars, cutReason: maxChars === hardMaxChars ? 'hard_limit' : 'max_chars' }
}

/** The lines a call may start at; an empty file counts as one line. */
export function checkStartLine(key: string, start: number, totalLines: number): void {
  const last = Math.max(1, totalLines)
  if (start < 1 || start > last) {
    throw new DomainError<VaultReason>('invalid_argument', `${key}: must be from 1 to ${last}, the file's lines (got ${start})`, {
      details: { key, total_lines: totalLines },
    })
  }
}

export async function takeExcerpt(
  reader: LineReader,
  range: { readonly start: number; readonly end: number; readonly maxChars: number },
): Promise<TextWindow> {
  if (reader.totalLines === 0) return { text: '', startLine: 1, endLine: 1, chars: 0, cut: false, nextLine: null }
  return reader.window(range.start, { endLine: range.end, maxChars: range.maxChars })
}

/** For tools whose page says: path, existence, then the rest. */
export function fileComesFirst(otherKeys: readonly string[]) {
  return {
    argumentOrder: ['path', ...otherKeys],
    async precheck(context: VaultContext, input: Readonly<Record<string, unknown>>, failingKey: string): Promise<void> {
      if (!otherKeys.includes(failingKey)) return
      const path = parsePath(input.path)
      const info = await context.root.stat(path)
      if (info.kind !== 'file') throw new DomainError<VaultReason>('not_found', `${path}: is not a file`)
    },
  }
}

/** For the other tools with a path: a bad one is told before anything else that is wrong. */
export function pathComesFirst(otherKeys: readonly string[]) {
  return async (_context: VaultContext, input: Readonly<Record<string, unknown>>, failingKey: string): Promise<void> => {
    if (otherKeys.includes(failingKey)) parsePath(input.path)
  }
}
