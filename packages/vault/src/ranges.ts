import type { LineRange } from '@shoko/contract/schema'

/** Sorted, with overlapping and adjacent ranges joined. */
export function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const merged: { start_line: number; end_line: number }[] = []
  for (const range of ranges.toSorted((a, b) => a.start_line - b.start_line)) {
    const last = merged.at(-1)
    if (last === undefined || range.start_line > last.end_line + 1) merged.push({ ...range })
    else last.end_line = Math.max(last.end_line, range.end_line)
  }
  return merged
}
