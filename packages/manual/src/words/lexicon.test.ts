import { examples } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLexicon } from './lexicon.ts'

const lists = [
  ['対象', '適用', 'covered', 'vs'],
  ['対象外', 'not covered', 'cover', 'y'],
  ['参照', 'see', 'véase', 'sees'],
]
const lexicon = createLexicon(lists.map((words, bit) => ({ words, meaning: 1 << bit })))

/** The same, word by word: the longest that stands here whole. */
function meaningsIn(text: string): number {
  const words = lists.flatMap((list, bit) => list.map((word) => ({ word: word.replace('é', 'e'), meaning: 1 << bit })))
  const isLatin = (letter = ' ') => /[a-z0-9]/.test(letter)
  let found = 0
  for (let at = 0; at < text.length; at++) {
    if (isLatin(text[at]) && isLatin(text[at - 1])) continue
    const here = words
      .filter(({ word }) => text.startsWith(word, at) && !(isLatin(word.at(-1)) && isLatin(text[at + word.length])))
      .sort((a, b) => b.word.length - a.word.length)[0]
    if (here === undefined) continue
    found |= here.meaning
    at += here.word.length - 1
  }
  return found
}

describe('createLexicon', () => {
  examples('sees in %j the meanings %j', lexicon, [
    ['this is covered', 1],
    ['this is not covered', 2],
    ['対象外の対象', 3],
    ['uncovered, discover', 0],
    ['a vs b', 1],
    ['versus', 0],
    ['vease y see', 6],
    ['', 0],
    ['se', 0],
    ['参', 0],
  ])

  it('finds in any text what looking for word after word finds', () => {
    const piece = fc.constantFrom(...lists.flat(), ' ', ',', 'x', 's', '外', '象', 'cov', 'vea', 'not ', '0')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('').replaceAll('é', 'e')
        expect(lexicon(text)).toBe(meaningsIn(text))
      }),
      { numRuns: 2_000 },
    )
  })
})
