import { presentTerms, queryTerms } from '@shoko/search'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniformText } from './file-text.ts'
import { isJapaneseTerm, piecesOf, TermReader } from './index-terms.ts'

const WORDS =
  'study studies dying die organización organizaciones Straße STRASSE œuvre naïve 休暇申請 申請 ｻｰﾋﾞｽ サービス が か\u3099 ２０１０ ﬁnal 𠮷野家'.split(
    ' ',
  )

describe('TermReader', () => {
  const reader = new TermReader()

  it('reads the pieces of whatever is written loosely', () => {
    const between = fc.constantFrom('', ' ', '-', '・', '/', '(', '\n', '\u2014', '  ')
    const letters = fc.array(fc.oneof(fc.constantFrom(...'abcñ休暇申請サービのß'), fc.string({ maxLength: 2, unit: 'grapheme' })))
    fc.assert(
      fc.property(letters, fc.array(between, { minLength: 1 }), fc.string(), fc.string(), (query, gaps, before, after) => {
        const needle = uniformText(query.join(''))
        const spread = Array.from(needle, (unit, index) => unit + gaps[index % gaps.length])
        const { pieces } = reader.read(before + spread.join('') + after)
        expect(pieces).toEqual(expect.arrayContaining(piecesOf(needle)))
      }),
    )
  })

  it('reads a stem of every word that a query would find', () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS), (asked, written) => {
        const { stems, pieces } = reader.read(uniformText(`x ${written}, y`))
        for (const term of queryTerms(asked)) {
          if (!presentTerms(written, [term])[0]) continue
          if (isJapaneseTerm(term)) expect(pieces).toEqual(expect.arrayContaining(piecesOf(term.text)))
          else expect(term.stems.some((stem) => stems.includes(stem))).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('asks for nothing where a needle is too short', () => {
    expect(piecesOf('ab')).toEqual([])
    expect(piecesOf('abc')).toHaveLength(1)
    expect(piecesOf('税')).toHaveLength(1)
    expect(piecesOf('申請')).toHaveLength(2)
  })
})
