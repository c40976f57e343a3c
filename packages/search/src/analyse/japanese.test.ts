import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJapaneseSegmenter } from './japanese.ts'

it('finds the words of phrases that are learned together as it finds them one by one', () => {
  const letters = fc.constantFrom(
    ...'入院給付金東京都民生活国際連合年月日第三者の新ががー々',
    'する',
    'データ',
    'サーバー',
    'から',
    'です',
  )
  const phrase = fc.string({ unit: letters, minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(fc.array(phrase, { minLength: 1, maxLength: 12 }), (phrases) => {
      const together = createJapaneseSegmenter()
      together.learn(phrases)
      for (const each of phrases) expect(together.words(each)).toEqual(createJapaneseSegmenter().words(each))
    }),
  )
})
