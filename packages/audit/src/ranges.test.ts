import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRangeLines, liesInside, measureCoverage, normalizeRanges, roundRatio, subtractRanges } from './ranges.ts'

const range = (start_line: number, end_line: number) => ({ start_line, end_line })

describe('normalizeRanges', () => {
  it('merges overlapping and adjacent ranges', () => {
    expect(normalizeRanges([range(5, 8), range(1, 3), range(4, 4), range(10, 12), range(7, 9)], 20)).toEqual([range(1, 12)])
  })

  it('keeps ranges apart that have a line between them', () => {
    expect(normalizeRanges([range(1, 3), range(5, 6)], 20)).toEqual([range(1, 3), range(5, 6)])
  })

  it('cuts ranges to the file and drops one that starts after its end', () => {
    expect(normalizeRanges([range(8, 99), range(11, 12)], 10)).toEqual([range(8, 10)])
  })
})

describe('measureCoverage', () => {
  it('gives ratio 1 and no ranges for an empty file', () => {
    expect(measureCoverage([range(1, 5)], 0)).toMatchObject({ ratio: 1, coveredLines: 0, covered: [], uncovered: [] })
  })

  it('names what is not covered', () => {
    expect(measureCoverage([range(3, 4), range(8, 8)], 10).uncovered).toEqual([range(1, 2), range(5, 7), range(9, 10)])
  })

  it('agrees with counting line by line, whatever the ranges', () => {
    const ranges = fc.array(fc.tuple(fc.integer({ min: -2, max: 40 }), fc.integer({ min: -2, max: 40 })), { maxLength: 12 })
    fc.assert(
      fc.property(ranges, fc.integer({ min: 0, max: 30 }), (pairs, total) => {
        const lines = Array.from({ length: total }, (_, index) => index + 1)
        const isCited = (line: number) => pairs.some(([start, end]) => start <= line && line <= end)
        const { coveredLines, covered, uncovered } = measureCoverage(
          pairs.map(([start, end]) => range(start, end)),
          total,
        )
        expect(coveredLines).toBe(lines.filter(isCited).length)
        expect(countRangeLines(uncovered)).toBe(total - coveredLines)
        for (const { start_line, end_line } of covered) expect(lines.slice(start_line - 1, end_line).every(isCited)).toBe(true)
      }),
    )
  })
})

describe('subtractRanges', () => {
  it('leaves the parts of a range that others do not take', () => {
    expect(subtractRanges(range(5, 10), [range(1, 5), range(7, 8), range(20, 30)])).toEqual([range(6, 6), range(9, 10)])
  })
})

describe('liesInside', () => {
  it('refuses line 0, lines past the end and ranges that run backwards', () => {
    expect([range(0, 3), range(9, 11), range(5, 4)].map((each) => liesInside(each, 10))).toEqual([false, false, false])
    expect(liesInside(range(10, 10), 10)).toBe(true)
  })

  it('counts an empty file as one line', () => {
    expect(liesInside(range(1, 1), 0)).toBe(true)
    expect(liesInside(range(1, 2), 0)).toBe(false)
  })
})

it('rounds ratios to four decimals', () => {
  expect(roundRatio(53 / 65)).toBe(0.8154)
})
