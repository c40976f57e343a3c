import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointLength, splitLines } from './lines.ts'
import { takeWindow } from './window.ts'

const ALL = { endLine: Number.POSITIVE_INFINITY, maxChars: 100 }

/** A window of at most so many characters, whatever lines there are. */
const upTo = (maxChars: number, lines: readonly string[], from = 1) => takeWindow(lines, from, { endLine: 9, maxChars })

describe('takeWindow', () => {
  it('joins lines by newlines, without a final one', () => {
    expect(takeWindow(['a', 'b', 'c'], 1, ALL)).toEqual({
      text: 'a\nb\nc',
      startLine: 1,
      endLine: 3,
      chars: 5,
      cut: false,
      nextLine: null,
    })
  })

  it('stops at the last line wanted and names the next one', () => {
    expect(takeWindow(['a', 'b', 'c'], 2, { endLine: 2, maxChars: 9 })).toMatchObject({
      text: 'b',
      startLine: 2,
      endLine: 2,
      cut: false,
      nextLine: 3,
    })
    expect(takeWindow(['a', 'b'], 2, { endLine: 9, maxChars: 9 })).toMatchObject({ endLine: 2, cut: false, nextLine: null })
  })

  it('cuts inside a line and goes on with that line', () => {
    expect(takeWindow(['ab', 'cdef', 'g'], 1, { endLine: 9, maxChars: 5 })).toEqual({
      text: 'ab\ncd',
      startLine: 1,
      endLine: 2,
      chars: 5,
      cut: true,
      nextLine: 2,
    })
  })

  it('gives up the rest of a line that is too long by itself', () => {
    expect(upTo(3, ['abcdef', 'g'])).toMatchObject({ text: 'abc', endLine: 1, cut: true, nextLine: 2 })
    expect(upTo(3, ['a', 'bcdef'], 2)).toMatchObject({ text: 'bcd', endLine: 2, cut: true, nextLine: null })
  })

  it('does not end in a joining newline', () => {
    expect(upTo(3, ['ab', 'cd'])).toMatchObject({ text: 'ab', endLine: 1, chars: 2, cut: true, nextLine: 2 })
    expect(upTo(2, ['ab', '', 'cd'])).toMatchObject({ text: 'ab', endLine: 1, cut: true, nextLine: 2 })
    expect(upTo(3, ['ab', '', 'cd'])).toMatchObject({ text: 'ab\n', endLine: 2, cut: true, nextLine: 3 })
  })

  it('counts code points, not code units', () => {
    expect(upTo(2, ['\u{1F600}\u{1F600}', 'a'])).toMatchObject({ text: '\u{1F600}\u{1F600}', chars: 2, nextLine: 2 })
    expect(upTo(1, ['\u{1F600}\u{1F600}'])).toMatchObject({ text: '\u{1F600}', chars: 1, cut: true })
  })

  it('gives an empty window 1..1 of an empty file, and nothing past the end', () => {
    expect(takeWindow([], 1, ALL)).toEqual({ text: '', startLine: 1, endLine: 1, chars: 0, cut: false, nextLine: null })
    expect(takeWindow(['a'], 5, ALL)).toEqual({ text: '', startLine: 5, endLine: 5, chars: 0, cut: false, nextLine: null })
  })

  it('loses nothing but the rests of over-long lines when nextLine is followed, and always ends', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\u{1F600}'), maxLength: 60 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 4 }), (content, maxChars, step) => {
        const lines = splitLines(content)
        const seen = new Map<number, string>()
        for (let start: number | null = 1, rounds = 0; start !== null; rounds++) {
          expect(rounds).toBeLessThanOrEqual(lines.length)
          const window = takeWindow(lines, start, { endLine: start + step - 1, maxChars })
          expect(window.chars).toBe(codePointLength(window.text))
          expect(window.chars).toBeLessThanOrEqual(maxChars)
          for (const [i, part] of window.text.split('\n').entries()) {
            if (lines.length > 0) seen.set(window.startLine + i, part)
          }
          start = window.nextLine
        }
        expect([...seen.values()]).toEqual(lines.map((line) => Array.from(line).slice(0, maxChars).join('')))
      }),
    )
  })
})
