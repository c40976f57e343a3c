import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine, withVisibleControls } from './visible.ts'

describe('withVisibleControls', () => {
  it.each([
    ['a colour', '\x1b[31mred', '␛[31mred'],
    ['the clipboard', 'x\x1b]52;c;aGk=\x07y', 'x␛]52;c;aGk=␇y'],
    ['a sequence in one character', '\x9b2J', '␛[2J'],
    ['a line that writes over itself', 'good\rbad', 'good␍bad'],
    ['deleted characters', 'ab\b\x7f', 'ab␈␡'],
    ['a turned direction', 'a\u202etxt.exe', 'a␦txt.exe'],
  ])('shows %s', (_, text, expected) => {
    expect(withVisibleControls(text)).toBe(expected)
  })

  it('keeps lines, tabs and every letter', () => {
    const text = 'a\tb\r\nñ 水害 👩‍💻\n'
    expect(withVisibleControls(text)).toBe(text)
  })

  it('leaves nothing that a terminal obeys, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(withVisibleControls(text)).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/)
      }),
    )
  })
})

describe('oneLine', () => {
  it('gives one line for any text, and changes nothing else', () => {
    expect(oneLine('a\r\nb\nc\td\u2028e')).toBe('a␤b␊c␉d␤e')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\t\n\v\f\r\u0085\u2028\u2029]/)
      }),
    )
    expect(oneLine('\x1b[1m水害')).toBe('\x1b[1m水害')
  })
})
