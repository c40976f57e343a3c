import { examples } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalize, normalizeLine } from './normalize.ts'

/** Text full of what normalization touches. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom('Ａ', 'ｶ', 'ﾞ', 'ﾊﾟ', 'か\u3099', 'é', 'e\u0301', 'ß', 'ẞ', 'Σ', 'ς', 'İ', 'ﬁ', '㈱', '①', '²', '\u00a8'),
      fc.constantFrom(
        ' ',
        '  ',
        '\u3000',
        '\u00a0',
        '\t',
        '\n',
        '\r\n',
        '\r',
        '（',
        '）',
        '／',
        '･',
        '・',
        '—',
        '–',
        '−',
        '‐',
        '\u2011',
      ),
      fc.constantFrom('한', '\u1112\u1161\u11ab', '\uffa1', '👩‍💻', '𠮷', 'Abc', '漢字', '\ud800'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('normalize', () => {
  examples('makes %j %j', normalize, [
    ['ＡＢＣ１２３', 'abc123'],
    ['ﾊﾝｶｸ ｶﾞﾀ', 'ハンカク ガタ'],
    ['か\u3099', 'が'],
    ['a\u2010b\u2011c\u2013d\u2014e\u2212f', 'a-b-c-d-e-f'],
    ['コーヒー', 'コーヒー'],
    ['A･B', 'a・b'],
    ['（注／記）', '(注/記)'],
    ['one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
    ['a \u3000\t b', 'a b'],
    ['a  \n\n  b', 'a\nb'],
    ['Straße STRASSE', 'strasse strasse'],
    ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['Ñandú', 'ñandú'],
    ['İﾞ', 'i\u3099\u0307'],
  ])

  it('is the same on one line, with spaces for line ends', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        expect(normalizeLine(text)).toBe(normalize(text).replaceAll('\n', ' '))
      }),
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        expect(normalize(normalize(text))).toBe(normalize(text))
      }),
    )
  })
})
