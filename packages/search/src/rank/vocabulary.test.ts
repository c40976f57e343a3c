import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finish } from '../index/binary.ts'
import { stemEnglish } from '../languages/english/stemmer.ts'
import { stemSpanish } from '../languages/spanish/stemmer.ts'
import { Vocabulary } from './vocabulary.ts'

const words = [
  'run',
  'runs',
  'running',
  'runner',
  'casa',
  'casas',
  'cas',
  'univers',
  'universe',
  'universal',
  'v1',
  'v1s',
  '設定',
  'node',
  'nodes',
  'nodo',
  'nodos',
]

describe('formsOf', () => {
  it('gives every word with the same stem, whether or not one of them is the stem itself', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...words)), fc.constantFrom(...words), (known, asked) => {
        const vocabulary = new Vocabulary()
        if (known.length % 2 === 0) finish(vocabulary.speak('es'))
        const ids = new Map(known.map((word) => [vocabulary.intern(word), word]))
        finish(vocabulary.speak('es'))
        const forms = (language: 'en' | 'es') =>
          vocabulary
            .formsOf(asked, language)
            .map((id) => ids.get(id))
            .sort()
        const inEnglish = known.filter((word) => word === asked || stemEnglish(word) === stemEnglish(asked))
        const inBoth = known.filter((word) => inEnglish.includes(word) || stemSpanish(word) === stemSpanish(asked))
        expect(forms('en')).toEqual(inEnglish.sort())
        expect(forms('es')).toEqual(inBoth.sort())
      }),
    )
  })

  it('knows a form that comes after it was asked', () => {
    const vocabulary = new Vocabulary()
    const first = vocabulary.intern('pump')
    expect(vocabulary.formsOf('pumps', 'en')).toEqual([first])
    const second = vocabulary.intern('pumped')
    expect(vocabulary.formsOf('pumps', 'en')).toEqual([first, second])
  })
})

describe('stems', () => {
  it('leave a word alone that ends in no letter', () => {
    for (const word of ['running1', 'abc9', 'naciones2', 'жители', '設定'])
      expect([stemEnglish(word), stemSpanish(word)]).toEqual([word, word])
  })
})
