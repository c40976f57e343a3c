import { describe, expect, it } from 'vitest'
import { prepareSection } from './section.ts'
import { countBeginning, wordsKeyed } from './section-words.ts'

const SECTION = prepareSection('The Café opens. Cafés and a cafeteria open late. 入院給付金は支払います。 The EU opens too.')

const counted = (beginning: string) => {
  const counts = new Uint16Array(SECTION.sentences.length)
  countBeginning(SECTION, beginning, counts)
  return [...counts]
}

describe('the words of a section', () => {
  it('are found by their first three letters, folded, with their sentences', () => {
    expect(wordsKeyed(SECTION, 'cafe')).toEqual([
      { text: 'cafe', sentences: [0] },
      { text: 'cafes', sentences: [1] },
      { text: 'cafeteria', sentences: [1] },
    ])
    expect(wordsKeyed(SECTION, 'opera').map(({ text }) => text)).toEqual(['opens', 'open'])
    expect(wordsKeyed(SECTION, 'zebra')).toEqual([])
  })

  it('count once a sentence, Japanese wherever it stands and short words too', () => {
    expect(counted('cafe')).toEqual([1, 1, 0, 0])
    expect(counted('給付金')).toEqual([0, 0, 1, 0])
    expect(counted('eu')).toEqual([0, 0, 0, 1])
  })
})
