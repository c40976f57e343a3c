import { LooseText, queryTerms } from '@shoko/search'
import { describe, expect, it } from 'vitest'
import { comparable } from '../words/lexicon.ts'
import { createMatcher } from './match.ts'

function match(query: string, text: string) {
  const matcher = createMatcher(queryTerms(query))
  const loose = new LooseText(comparable(text))
  const words = matcher.words(loose.text)
  expect(matcher.wordsIn(loose)).toEqual(words)
  return { words, loosely: matcher.loosely(loose) }
}

describe('createMatcher', () => {
  it.each([
    ['guarantee', 'The guarantees last.'],
    ['garantia', 'Las garantías duran.'],
    ['garantías', 'la garantia dura'],
    ['保証', '延長保証プラン'],
    ['ＡＰＩ', 'the api'],
    ['policy', 'policies'],
  ])('finds %j as a word in %j', (query, text) => {
    expect(match(query, text).words).toEqual([0])
  })

  it.each([
    ['datacenter', 'the data-center is cold'],
    ['スケジューリング', 'スケジュー・リングの話'],
    ['kubernnetes', 'kubernetes'],
  ])('finds %j loosely in %j', (query, text) => {
    expect(match(query, text)).toEqual({ words: [], loosely: [0] })
  })

  it.each([
    ['pod', 'a podium'],
    ['cat', 'education'],
    ['zzzz', 'anything'],
    ['消耗部品', '消す'],
  ])('does not find %j in %j', (query, text) => {
    expect(match(query, text)).toEqual({ words: [], loosely: [] })
  })

  it('names the terms that it holds', () => {
    expect(match('boiler descale prices', 'prices of a boiler').words).toEqual([0, 2])
  })
})
