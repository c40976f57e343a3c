import { expect, it } from 'vitest'
import { SentenceColumns } from './sentence-columns.ts'
import { sentencesOf } from './sentences.ts'

const TEXT = `# 保証

保証は二年です。The warranty is two
years long. ¿Y después?

| a | b |
`

it('gives every sentence as it was, and the places in it alone', () => {
  const sentences = sentencesOf(TEXT, { startLine: 7 })
  const columns = new SentenceColumns(TEXT, sentences)
  expect(new Set(sentences.map(({ kind }) => kind))).toEqual(new Set(['heading', 'sentence', 'line']))
  expect(Array.from({ length: columns.length }, (_, place) => columns.at(place))).toEqual(sentences)
  for (const [place, { start, end, block }] of sentences.entries()) {
    expect(columns.rangeOf(place)).toEqual({ start, end })
    expect(columns.blockOf(place)).toBe(block)
  }
})
