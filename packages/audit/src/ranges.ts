import type { LineRange } from '@shoko/contract/schema'

export interface Coverage {
  readonly totalLines: number
  readonly coveredLines: number
  /** Not rounded; 1 for an empty file. */
  readonly ratio: number
  readonly covered: readonly LineRange[]
  readonly uncovered: readonly LineRange[]
}

export function measureCoverage(cited: readonly LineRange[], totalLines: number): Coverage {
  const covered = normalizeRanges(cited, totalLines)
  const coveredLines = countRangeLines(covered)
  const ratio = totalLines === 0 ? 1 : coveredLines / totalLines
  return { totalLines, coveredLines, ratio, covered, uncovered: subtractRanges({ start_line: 1, end_line: totalLines }, covered) }
}

/** Cut to the file, sorted, overlapping and adjacent ones merged; what lies wholly outside or runs backwards is dropped. */
export function normalizeRanges(ranges: readonly LineRange[], totalLines: number): LineRange[] {
  const sorted = ranges
    .map((range) => ({ start_line: Math.max(range.start_line, 1), end_line: Math.min(range.end_line, totalLines) }))
    .filter((range) => range.start_line <= range.end_line)
    .sort((a, b) => a.start_line - b.start_line)
  const merged: { start_line: number; end_line: number }[] = []
  for (const range of sorted) {
    const last = merged.at(-1)
    if (last === undefined || range.start_line > last.end_line + 1) merged.push(range)
    else last.end_line = Math.max(last.end_line, range.end_line)
  }
  return merged
}

/** What is left of `whole` when `taken` (normalized) is removed. */
export function subtractRanges(whole: LineRange, taken: readonly LineRange[]): LineRange[] {
  const left: LineRange[] = []
  let next = whole.start_line
  for (const range of taken) {
    if (range.start_line > whole.end_line) break
    if (range.start_line > next) left.push({ start_line: next, end_line: range.start_line - 1 })
    next = Math.max(next, range.end_line + 1)
  }
  if (next <= whole.end_line) left.push({ start_line: next, end_line: whole.end_line })
  return left
}

export function countRangeLines(ranges: readonly LineRange[]): number {
  return ranges.reduce((sum, range) => sum + range.end_line - range.start_line + 1, 0)
}

/** Whether the range names existing lines only. An empty file counts as one line in range checks. */
export function liesInside(range: LineRange, totalLines: number): boolean {
  return range.start_line >= 1 && range.start_line <= range.end_line && range.end_line <= Math.max(1, totalLines)
}

/** Four decimals, as ratios go out. */
export function roundRatio(ratio: number): number {
  return Math.round(ratio * 10_000) / 10_000
}
