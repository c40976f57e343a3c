import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ownText } from './own-text.ts'

it('is the same word', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (word) => ownText(word) === word))
  for (const word of ['', 'Índice', 'Verantwortungsbewusstsein', '硬度', '\ud842', 'a\0ÿ']) expect(ownText(word)).toBe(word)
})
