import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJapaneseSegmenter, phraseEnd } from './japanese.ts'

it('finds the words of phrases that are learned together as it finds them one by one', () => {
  const letters = fc.constantFrom(
    ...'入院給付金東京都民生活国際連合年月日第三者の新ががー々',
    'する',
    'データ',
    'サーバー',
    'から',
    'です',
  )
  const run = fc.string({ unit: letters, minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(run, (text) => {
      const phrases = phrasesOf(text)
      const together = createJapaneseSegmenter()
      together.learn(phrases)
      for (const each of phrases) expect(together.words(each)).toEqual(createJapaneseSegmenter().words(each))
    }),
  )
})

/** As runs are cut for the segmenter: it takes apart what is no phrase by what stands beside it. */
function phrasesOf(text: string): string[] {
  const units = Uint16Array.from(text, (letter) => letter.charCodeAt(0))
  const phrases: string[] = []
  for (let at = 0; at < units.length; ) {
    const end = phraseEnd(units, at, units.length)
    phrases.push(text.slice(at, end))
    at = end
  }
  return phrases
}
