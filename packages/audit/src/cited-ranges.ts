import { DomainError } from '@shoko/contract'
import { Line, type LineRange } from '@shoko/contract/schema'
import * as Type from 'typebox'
import type { AuditReason } from './context.ts'

/** Both ends are needed; other keys are ignored, so that what a scan returned can be handed on. */
export const CitedRanges = Type.Array(
  Type.Object({
    start_line: Line,
    end_line: Line,
    hash: Type.Optional(Type.String({ description: 'Hash of the file when it was read' })),
  }),
)

export interface CitedRange extends LineRange {
  readonly hash?: string
}

/** What the schema cannot say: a range does not run backwards. */
export function checkRanges(ranges: readonly LineRange[]): void {
  const at = ranges.findIndex((range) => range.end_line < range.start_line)
  if (at === -1) return
  const { start_line, end_line } = ranges[at]!
  throw new DomainError<AuditReason>(
    'invalid_argument',
    `cited_ranges.${at}: end_line ${end_line} is before start_line ${start_line}; give start_line <= end_line`,
    { details: { key: 'cited_ranges' } },
  )
}

/** Ranges of an older state of the file say nothing about its lines now. */
export function sortOutStale(
  ranges: readonly CitedRange[],
  hash: string,
): { readonly fresh: readonly LineRange[]; readonly stale: readonly LineRange[] } {
  const isStale = (range: CitedRange) => range.hash !== undefined && range.hash.trim().toLowerCase() !== hash
  const plain = ({ start_line, end_line }: CitedRange): LineRange => ({ start_line, end_line })
  return {
    fresh: ranges.filter((range) => !isStale(range)).map(plain),
    stale: ranges.filter(isStale).map(plain),
  }
}
