import { examples } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointLength, countLines, LineIndex, sliceCodePoints, splitLines, stripBom } from './lines.ts'

const anyText = fc.string({ unit: fc.constantFrom('a', '\n', '\r', 'é', '\u{1F600}', '\ud800', ' '), maxLength: 40 })

describe('lines', () => {
  examples('splits %j', splitLines, [
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
    ['\n', ['']],
    ['\n\n', ['', '']],
    ['\r\n\r', ['', '']],
    ['a\n\nb\n', ['a', '', 'b']],
    ['a\u2028b\u0085c', ['a\u2028b\u0085c']],
  ])

  it('is one definition: splitting, counting and indexing agree on any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = splitLines(text)
        const index = new LineIndex(text)
        expect(countLines(text)).toBe(lines.length)
        expect(Array.from({ length: index.total }, (_, n) => index.line(n + 1))).toEqual(lines)
        for (let n = 1; n <= index.total; n++) {
          expect(text.startsWith(index.line(n), index.startOf(n))).toBe(true)
          for (let offset = index.startOf(n); offset < index.startOf(n + 1); offset++) expect(index.lineAt(offset)).toBe(n)
        }
      }),
    )
  })

  it('answers outside the text without failing', () => {
    const index = new LineIndex('a\nb')
    expect([index.line(0), index.line(3), index.startOf(0), index.startOf(3), index.lineAt(-1), index.lineAt(99)]).toEqual([
      '',
      '',
      0,
      3,
      1,
      2,
    ])
    expect([new LineIndex('').total, new LineIndex('').lineAt(0)]).toEqual([0, 1])
  })
})

describe('code points', () => {
  it('counts and slices like an array of characters, on any text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), fc.option(fc.nat(20), { nil: undefined }), (text, start, end) => {
        expect(codePointLength(text)).toBe(Array.from(text).length)
        expect(sliceCodePoints(text, start, end)).toBe(Array.from(text).slice(start, end).join(''))
      }),
    )
  })

  it('strips one BOM', () => {
    expect([stripBom('\uFEFFa'), stripBom('\uFEFF\uFEFF'), stripBom('a\uFEFF')]).toEqual(['a', '\uFEFF', 'a\uFEFF'])
  })
})
