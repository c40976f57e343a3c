import { examples } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangesInText, rangesInValue, sourceEntries } from './source-lines.ts'

function citedBy(...lines: string[]): string[] {
  return sourceEntries(lines, 0).flatMap(({ ranges }) => ranges.map(({ start_line, end_line }) => `${start_line}-${end_line}`))
}

describe('the forms of source_lines', () => {
  examples('reads %s', citedBy, [
    ['source_lines: 12-20', ['12-20']],
    ['source_lines: 12', ['12-12']],
    ['source_lines: [12-20, 30-31]', ['12-20', '30-31']],
    ['source_lines: L12-L20', ['12-20']],
    ['source_lines: #L12-L20', ['12-20']],
    ['source_lines: [[12, 20], [30, 31]]', ['12-20', '30-31']],
    ['source_lines: [12, 20]', ['12-20']],
    ['source_lines: [12, 14, 20]', ['12-12', '14-14', '20-20']],
    ['source_lines: 1-2, 5、7-8', ['1-2', '5-5', '7-8']],
    ['source_lines: 1-2 7-8', ['1-2', '7-8']],
    ['source_lines: "12-20"', ['12-20']],
    ['source_lines: ["12-20", "30"]', ['12-20', '30-30']],
    ['source_lines: {start_line: 3, end_line: 5}', ['3-5']],
    ['source_lines: [{"start_line": 3, "end_line": 5}, 9]', ['3-5', '9-9']],
    ['"source_lines": [[1, 2]]', ['1-2']],
    ['**source_lines**: 3-4', ['3-4']],
    ['**source_lines:** 3-4', ['3-4']],
    ['source_lines 3-4', ['3-4']],
    ['<!-- source_lines: 3-4 -->', ['3-4']],
    ['text（source_lines: 9-11） refs: A2', ['9-11']],
    ['source_lines：１２－２０、３０', ['12-20', '30-30']],
    ['source_lines: 12–20', ['12-20']],
    ['source_lines: 12〜20', ['12-20']],
    ['source_lines: 12..20', ['12-20']],
    ['a source_lines: 1 and source_lines: 3-4', ['1-1', '3-4']],
  ])

  it('reads a YAML list over several lines', () => {
    expect(citedBy('source_lines:', '  - 12-20', '  - [30, 31]', '  - L40', 'other: 5')).toEqual(['12-20', '30-31', '40-40'])
  })

  it('reads a YAML list of objects', () => {
    expect(citedBy('source_lines:', '  - start_line: 1', '    end_line: 3', '  - start_line: 5', '    end_line: 6')).toEqual([
      '1-3',
      '5-6',
    ])
  })

  it('reads a bracket that is closed lines below', () => {
    expect(citedBy('source_lines: [', '  [1, 2],', '  [5, 6]', ']', '9-9')).toEqual(['1-2', '5-6'])
  })

  it.each([
    'the source_lines form is free',
    'my_source_lines: 3',
    'source_linesX: 3',
    'source_lines: 2026-11-16',
    'source_lines: 3.5',
    'source_lines: 12th',
  ])('takes nothing from %s', (line) => {
    expect(citedBy(line)).toEqual([])
  })

  it('stops where the words begin', () => {
    expect(citedBy('source_lines: 12-20 in 3 steps')).toEqual(['12-20'])
  })

  it('keeps what is written, even backwards or outside', () => {
    expect(citedBy('source_lines: 20-12, 0')).toEqual(['20-12', '0-0'])
  })
})

describe('rangesInText', () => {
  it('reads cells with commas, spaces and line breaks between ranges', () => {
    expect(rangesInText('1-2, 4 6-7<br>9').map((range) => range.start_line)).toEqual([1, 4, 6, 9])
  })

  it('reads two plain numbers as two lines unless brackets make them a pair', () => {
    expect(rangesInText('12, 20')).toHaveLength(2)
    expect(rangesInText('[12, 20]')).toEqual([{ start_line: 12, end_line: 20 }])
  })
})

describe('rangesInValue', () => {
  examples('reads %j', (value) => rangesInValue(value).map(({ start_line, end_line }) => `${start_line}-${end_line}`), [
    [12, ['12-12']],
    ['12-20, L30', ['12-20', '30-30']],
    [[12, 20], ['12-20']],
    [
      [
        [12, 20],
        [30, 31],
      ],
      ['12-20', '30-31'],
    ],
    [
      ['12-20', 30],
      ['12-20', '30-30'],
    ],
    [[{ start_line: 1, end_line: 2 }], ['1-2']],
    [{ start: 1, end: 2 }, ['1-2']],
    [true, []],
    [[1.5, 2], ['2-2']],
    [null, []],
  ])
})

it('reads back any list of ranges that it is given', () => {
  const ranges = fc.array(fc.tuple(fc.nat(9999), fc.nat(9999)), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(ranges, (pairs) => {
      const written = pairs.map(([start, end]) => `${start}-${end}`)
      expect(citedBy(`x source_lines: [${written.join(', ')}] y`)).toEqual(written)
      expect(citedBy('source_lines:', ...written.map((item) => `- ${item}`))).toEqual(written)
    }),
  )
})
