import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareSection } from './section.ts'
import { beginningOf, keyOf, sentencesBeginning, wordsOf } from './section-words.ts'

const SECTION = prepareSection('The Café opens. Cafés and a cafeteria open late. 入院給付金は支払います。 The EU opens too.')

function wordsBeginning(beginning: string) {
  const words = wordsOf(SECTION)
  const found: { readonly text: string; readonly sentences: readonly number[] }[] = []
  for (let word = words.firstOf(keyOf(beginning)); word < words.endOf(keyOf(beginning)); word++) {
    if (!words.begins(word, beginning)) continue
    found.push({ text: words.textOf(word), sentences: [...words.sentences.slice(words.listOf(word), words.listOf(word + 1))] })
  }
  return found.toSorted((a, b) => (a.text < b.text ? -1 : 1))
}

describe('the words of a section', () => {
  it('are found by how they begin, folded, with their sentences', () => {
    expect(wordsBeginning('cafe')).toEqual([
      { text: 'cafe', sentences: [0] },
      { text: 'cafes', sentences: [1] },
      { text: 'cafeteria', sentences: [1] },
    ])
    expect(wordsBeginning('ope').map(({ text }) => text)).toEqual(['open', 'opens'])
    expect(wordsBeginning('zebra')).toEqual([])
  })

  it('are all found, whatever text they stand in', () => {
    const texts = fc.array(fc.constantFrom('a', 'ab', 'abc', 'abd', 'abcd', 'bcd', 'straße', '入院', '.\n', ' '), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(texts, (parts) => {
        const section = prepareSection(parts.join(' '))
        const sentences = Array.from({ length: section.sentences.length }, (_, place) =>
          section.folded.slice(section.starts[place], section.starts[place + 1]),
        )
        for (const beginning of ['abc', 'abcd', 'bcd', 'str', 'ab']) {
          const isMeant = (word: string) => (beginning.length < 3 ? word === beginning : word.startsWith(beginning))
          const holders = [...sentences.keys()].filter((place) => sentences[place]!.split(/[^a-z]+/).some(isMeant))
          expect(sentencesBeginning(section, [beginningOf(beginning)], 1)).toEqual(holders)
        }
      }),
    )
  })

  it('are found by several beginnings, each counted once a sentence, Japanese wherever it stands', () => {
    expect(sentencesBeginning(SECTION, ['cafe'].map(beginningOf), 1)).toEqual([0, 1])
    expect(sentencesBeginning(SECTION, ['cafe', 'late'].map(beginningOf), 2)).toEqual([1])
    expect(sentencesBeginning(SECTION, ['給付金'].map(beginningOf), 1)).toEqual([2])
    expect(sentencesBeginning(SECTION, ['cafe', 'open'].map(beginningOf), 3)).toEqual([])
  })

  it('are looked for whole where they are too short to begin others', () => {
    expect(sentencesBeginning(SECTION, ['eu', 'open'].map(beginningOf), 2)).toEqual([3])
    expect(sentencesBeginning(SECTION, ['ca'].map(beginningOf), 1)).toEqual([])
  })
})
