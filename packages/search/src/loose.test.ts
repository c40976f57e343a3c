import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compactLoose, compactLooseWithMap, looseMatcher, loosePattern } from './loose.ts'
import { normalize } from './normalize.ts'

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
    expect(looseMatcher(query).test(text)).toBe(true)
    expect(loosePattern(query)?.test(normalize(text))).toBe(true)
  })

  it('does not skip letters, digits or other signs', () => {
    expect(looseMatcher('ab').test('a.b')).toBe(false)
    expect(looseMatcher('ab').test('a_b')).toBe(false)
    expect(looseMatcher('コヒ').test('コーヒー')).toBe(false)
  })

  it('gives ranges of the source text, without the separators around the match', () => {
    const text = '(コンテナ・イメージ) と ｺﾝﾃﾅ ｲﾒｰｼﾞ'
    const found = looseMatcher('コンテナイメージ').find(text)
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['コンテナ・イメージ', 'ｺﾝﾃﾅ ｲﾒｰｼﾞ'])
  })

  it('finds nothing for a query of separators alone', () => {
    expect(looseMatcher(' - /').find('a - / b')).toEqual([])
    expect(looseMatcher('').test('a')).toBe(false)
    expect(loosePattern('・')).toBeNull()
  })

  it('takes every character of the query literally', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 8 }), (query) => {
        const pattern = loosePattern(query)
        if (compactLoose(query) === '') expect(pattern).toBeNull()
        else expect(pattern?.test(normalize(`x/${query}/y`))).toBe(true)
      }),
    )
  })

  it('is a plain substring search on compacted text', () => {
    expect(compactLoose('Read - Only (メモ・帳)')).toBe('readonlyメモ帳')
    expect(compactLooseWithMap('Read - Only').text).toBe('readonly')
  })
})
