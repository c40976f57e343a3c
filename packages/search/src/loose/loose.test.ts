import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalize } from '../normalize.ts'
import { compactLoose, isSeparator, loosePattern, looseTest, withoutSeparators } from './loose.ts'

describe('a loose match', () => {
  it.each([
    ['コンテナイメージ', 'コンテナ・イメージを使う'],
    ['コンテナ・イメージ', 'コンテナイメージ'],
    ['APIサーバー', 'ａｐｉ　サーバー'],
    ['read only', 'Read-Only'],
    ['notused', 'not\nused'],
    ['申込(書)', '申込書'],
    ['and/or', 'AND OR'],
  ])('finds %j in %j', (query, text) => {
    expect(looseTest(query)(text)).toBe(true)
    expect(loosePattern(query)?.test(normalize(text))).toBe(true)
  })

  it('does not skip letters, digits or other signs', () => {
    expect(looseTest('ab')('a.b')).toBe(false)
    expect(looseTest('ab')('a_b')).toBe(false)
    expect(looseTest('コヒ')('コーヒー')).toBe(false)
  })

  it('finds nothing for a query of separators alone', () => {
    expect(looseTest(' - /')('a - / b')).toBe(false)
    expect(looseTest('')('a')).toBe(false)
    expect(loosePattern('・')).toBeUndefined()
  })

  it('takes every character of the query literally', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 8 }), (query) => {
        const pattern = loosePattern(query)
        if (compactLoose(query) === '') expect(pattern).toBeUndefined()
        else expect(pattern?.test(normalize(`x/${query}/y`))).toBe(true)
      }),
    )
  })

  it('knows separators one by one as it knows them together', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '-', '・', '/', '(', ')', '設', '.'), maxLength: 12 }),
        (text) => {
          const normal = normalize(text)
          const kept = Array.from(normal).filter((letter) => !isSeparator(letter.charCodeAt(0)))
          expect(kept.join('')).toBe(withoutSeparators(normal))
        },
      ),
    )
  })
})
