import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PartReader } from '../index/saved.ts'
import { TermTable } from '../index/term-table.ts'
import { SimilarWordIndex } from './similar-words.ts'

function indexOf(words: readonly string[]) {
  const table = new TermTable()
  const index = new SimilarWordIndex(table, new PartReader())
  for (const word of words) index.add(table.intern(word), word)
  return { table, index }
}

function likenessesIn(words: readonly string[], word: string): Record<string, number> {
  const { table, index } = indexOf(words)
  const { words: found, likenesses } = index.find(word)
  return Object.fromEntries(found.map((id, place) => [table.term(id), likenesses[place]!]))
}

/** The Dice coefficient of the letter pairs, with the edges as letters. */
function dice(word: string, other: string): number {
  const pairs = (text: string) => Array.from({ length: text.length + 1 }, (_, at) => `^${text}$`.slice(at, at + 2))
  const own = new Set(pairs(word))
  const shared = new Set(pairs(other)).intersection(own).size
  return (2 * shared) / (own.size + pairs(other).length)
}

describe('SimilarWordIndex', () => {
  it('finds forms and misspellings, and says how like they are', () => {
    const words = ['receive', 'received', 'deceive', 'river', 'pump']
    expect(likenessesIn(words, 'recieve')).toEqual({ receive: 0.625 })
    const found = likenessesIn(words, 'receives')
    expect(found).toEqual({
      receive: expect.closeTo(14 / 17),
      received: expect.closeTo(14 / 18),
      deceive: expect.closeTo(10 / 17),
    })
    expect(likenessesIn(words, 'xyz')).toEqual({})
  })

  it('finds exactly the words that are like enough and not less than half as long, in a vocabulary of any size', () => {
    // Few letters make common pairs and long lists, many make rare ones: both ways of counting are gone.
    const word = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 14 })
    const vocabulary = fc.oneof(
      fc.uniqueArray(word('abc'), { minLength: 1, maxLength: 200 }),
      fc.uniqueArray(word('日本語東京都大阪府北海道図書館員会議'), { minLength: 1, maxLength: 200 }),
    )
    fc.assert(
      fc.property(vocabulary, fc.nat(), (words, pick) => {
        const asked = words[pick % words.length]!.slice(0, 10)
        const alike = words.filter((other) => dice(asked, other) >= 0.5 && other.length + 1 >= pairsIn(asked) / 2)
        const found = likenessesIn(words, asked)
        expect(Object.keys(found).toSorted()).toEqual(alike.toSorted())
        for (const other of alike) expect(found[other]).toBeCloseTo(Math.min(1, dice(asked, other)), 12)
      }),
    )
  })

  it('counts all that long words have in common', () => {
    const long = 'abcdefghijklmnopqrstuvwxyzñáéíóúüçß'
    const words = Array.from({ length: long.length }, (_, end) => long.slice(0, end + 1))
    for (const asked of [long, long.slice(0, 20), long.slice(5)]) {
      const alike = words.filter((other) => dice(asked, other) >= 0.5 && other.length + 1 >= pairsIn(asked) / 2)
      expect(likenessesIn(words, asked)).toEqual(Object.fromEntries(alike.map((other) => [other, dice(asked, other)])))
    }
  })

  it('takes in words that come later', () => {
    const { table, index } = indexOf(['pump', 'pumps', 'dump'])
    index.find('pump')
    index.add(table.intern('pumped'), 'pumped')
    expect(index.find('pump').words.map((id) => table.term(id))).toContain('pumped')
  })
})

function pairsIn(word: string): number {
  return new Set(Array.from({ length: word.length + 1 }, (_, at) => `^${word}$`.slice(at, at + 2))).size
}
