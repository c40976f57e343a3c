import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ownCopy } from './own-copy.ts'

it('copies every text as it is, halves of letters too', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => ownCopy(text) === text))
  for (const text of ['', 'Índice', '硬度', '\ud842', 'a\0ÿ']) expect(ownCopy(text)).toBe(text)
})
