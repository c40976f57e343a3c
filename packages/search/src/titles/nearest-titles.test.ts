import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { nearestTitles } from './nearest-titles.ts'
import { titleKey } from './title-entry.ts'
import { didYouMean, titlesLike } from './titles-like.ts'

const TITLES = ['Espresso machine', 'Proyecto Golondrina', 'Horaires et accueil', '会議メモ 2026', 'README', '焙煎の記録']
const entries = TITLES.map((title) => ({ key: titleKey(title), item: title }))

describe('nearestTitles', () => {
  examples('finds for %j %j', (typed) => nearestTitles(entries, typed, 1), [
    ['expresso machin', ['Espresso machine']],
    ['golondirna', ['Proyecto Golondrina']],
    ['acceuil', ['Horaires et accueil']],
    ['会議のメモ', ['会議メモ 2026']],
  ])

  it('gives nothing for what is like nothing, or is too short to tell', () => {
    expect(nearestTitles(entries, 'kubernetes', 5)).toEqual([])
    expect(nearestTitles(entries, 'x', 5)).toEqual([])
    expect(nearestTitles(entries, '', 5)).toEqual([])
    expect(nearestTitles(entries, 'espresso kubernetes', 5)).toEqual([])
  })
})

describe('titlesLike', () => {
  it('prefers titles that hold what was typed, and forgives when none does', () => {
    expect(titlesLike(entries, 'esp', 5)).toEqual(['Espresso machine'])
    expect(titlesLike(entries, 'espreso', 5)).toEqual(['Espresso machine'])
  })
})

describe('didYouMean', () => {
  it('proposes at most three names, the nearest first', () => {
    const names = ['projects/roastery.md', 'projects/roster.md', 'people/ruth.md', 'projects/roaster.md', 'roastery/index.md']
    const proposed = didYouMean(names, 'project/roastry.md')
    expect(proposed[0]).toBe('projects/roastery.md')
    expect(proposed.length).toBeLessThanOrEqual(3)
    expect(didYouMean(names, 'zzzz')).toEqual([])
    expect(didYouMean(names, 'ro')).toEqual([])
    expect(didYouMean(names, '…')).toEqual([])
    expect(didYouMean(['会議', 'memo'], '会議')).toEqual(['会議'])
  })
})
