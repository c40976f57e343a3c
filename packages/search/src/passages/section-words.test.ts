import { describe, expect, it } from 'vitest'
import { prepareSection } from './section.ts'
import { keyOf, sentencesBeginning, wordsKeyed } from './section-words.ts'

const SECTION = prepareSection('The Café opens. Cafés and a cafeteria open late. 入院給付金は支払います。 The EU opens too.')

describe('the words of a section', () => {
  it('are found by their first three letters, folded, with their sentences', () => {
    expect(wordsKeyed(SECTION, keyOf('cafe'))).toEqual([
      { text: 'cafe', sentences: [0] },
      { text: 'cafes', sentences: [1] },
      { text: 'cafeteria', sentences: [1] },
    ])
    expect(wordsKeyed(SECTION, keyOf('opera')).map(({ text }) => text)).toEqual(['opens', 'open'])
    expect(wordsKeyed(SECTION, keyOf('zebra'))).toEqual([])
  })

  it('are found by several beginnings, each counted once a sentence, Japanese wherever it stands', () => {
    expect(sentencesBeginning(SECTION, ['cafe'], 1)).toEqual([0, 1])
    expect(sentencesBeginning(SECTION, ['cafe', 'late'], 2)).toEqual([1])
    expect(sentencesBeginning(SECTION, ['給付金'], 1)).toEqual([2])
    expect(sentencesBeginning(SECTION, ['cafe', 'open'], 3)).toEqual([])
  })

  it('are looked for whole where they are too short to begin others', () => {
    expect(sentencesBeginning(SECTION, ['eu', 'open'], 2)).toEqual([3])
    expect(sentencesBeginning(SECTION, ['ca'], 1)).toEqual([])
  })
})
