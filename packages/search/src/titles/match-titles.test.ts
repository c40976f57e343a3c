import { describe, expect, it } from 'vitest'
import { matchTitles } from './match-titles.ts'
import { titleKey } from './title-entry.ts'

const TITLES = ['Water for coffee', 'Coffee', 'Decoffeeing', 'Café de Añada', '水害で壊れた機械', 'Coffee from Water Street']
const match = (typed: string, limit = 10) =>
  matchTitles(
    TITLES.map((title) => ({ key: titleKey(title), item: title })),
    typed,
    limit,
  )

describe('matchTitles', () => {
  it('puts what begins with the words first, then what has a word that does, the shorter before the longer', () => {
    expect(match('coffee')).toEqual(['Coffee', 'Coffee from Water Street', 'Water for coffee', 'Decoffeeing'])
  })

  it('wants every word, in any order and cut anywhere', () => {
    expect(match('wat coff')).toEqual(['Water for coffee', 'Coffee from Water Street'])
  })

  it('passes over accents and width, and finds the middle of a text without spaces', () => {
    expect(match('anada')).toEqual(['Café de Añada'])
    expect(match('壊れた')).toEqual(['水害で壊れた機械'])
    expect(match('ＣＯＦＦＥＥ', 1)).toEqual(['Coffee'])
  })

  it('gives the shortest when nothing was typed, and none when nothing fits', () => {
    expect(match(' ', 1)).toEqual(['Coffee'])
    expect(match('tea')).toEqual([])
  })
})
