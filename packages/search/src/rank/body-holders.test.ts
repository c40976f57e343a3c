import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJapaneseSegmenter } from '../analyse/japanese.ts'
import { finish } from '../index/binary.ts'
import { emptyCorpus } from './corpus-file.ts'
import { Deadline } from './deadline.ts'
import { LateInteraction } from './late-interaction.ts'
import { analyseQuery, parseQuery } from './rank-query.ts'
import { DEFAULT_WEIGHTS } from './weights.ts'

const word = fc.constantFrom('volcano', 'volcanoes', 'volcanic', 'daemon', 'set', 'daemonset', 'water', 'watered', '火山', '噴火')
const filler = Array.from({ length: 400 }, (_, place) => `filler${place}`).join(' ')

it('says of long sections what reading them says', () => {
  fc.assert(
    fc.property(fc.array(fc.array(word, { maxLength: 30 }), { minLength: 1, maxLength: 4 }), fc.array(word), (texts, asked) => {
      const corpus = emptyCorpus()
      for (const [place, words] of texts.entries()) {
        const text = `${words.join(' ')} ${filler} ${words.slice(1).join(' ')}`
        finish(corpus.add({ key: String(place), title: 'Title', sections: [{ headings: ['Title'], text }] }))
      }
      const query = parseQuery(analyseQuery(asked.join(' '), createJapaneseSegmenter()), corpus.parts)
      const idfs = query.terms.map((_term, place) => 1 + place)
      const scoresFor = (sections: readonly number[]) => {
        const late = new LateInteraction()
        late.begin({ parts: corpus.parts, query, sections, idfs, weights: DEFAULT_WEIGHTS, deadline: new Deadline() })
        return texts.map((_text, section) => [late.score(section), late.parts(), late.likeness()])
      }
      expect(scoresFor(texts.map((_text, section) => section))).toEqual(scoresFor([]))
    }),
  )
})
