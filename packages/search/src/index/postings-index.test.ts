import { expect, it } from 'vitest'
import { describeLexicalIndex } from './lexical-index.suite.ts'
import { createPostingsIndex, loadPostingsIndex } from './postings-index.ts'

describeLexicalIndex('the postings index', { create: createPostingsIndex, load: loadPostingsIndex })

it('computes the BM25 of the textbook', () => {
  const index = createPostingsIndex({ fields: { body: { k1: 1.2, b: 0.75 } } })
  index.add(1, { body: ['pod', 'pod', 'node'] })
  index.add(2, { body: ['node'] })
  const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
  const expected = (idf * 2 * 2.2) / (2 + 1.2 * (1 - 0.75 + (0.75 * 3) / 2))
  expect(index.search(['pod'])[0]?.score).toBeCloseTo(expected, 12)
})

it('stays small and right while documents are replaced over and over', () => {
  const index = createPostingsIndex({ fields: { body: {} } })
  for (let round = 0; round < 50; round++)
    for (let key = 0; key < 20; key++) index.add(key, { body: ['pod', `word${key}`, `round${round}`] })
  expect(index.size).toBe(20)
  expect(index.search(['word7']).map(({ key }) => key)).toEqual([7])
  expect(index.search(['round3'])).toEqual([])
  expect(index.save().length).toBeLessThan(8_000)
})
