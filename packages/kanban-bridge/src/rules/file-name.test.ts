import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ulid } from '../../test/temporary-board.ts'
import { cardFileName, renameSuffixes } from './file-name.ts'

const A = ulid('A')

it('keeps letters of every script, in lower case, without Latin diacritics', () => {
  expect(cardFileName(A, 'Abrir la nueva Tienda en línea')).toBe(`${A}__abrir-la-nueva-tienda-en-linea.md`)
  expect(cardFileName(A, 'FFT最適化 (第2版)')).toBe(`${A}__fft最適化-第2版.md`)
  expect(cardFileName(A, '!!!')).toBe(`${A}__card.md`)
})

it('fits every title into a file name', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aZ0 /\\.:\u0000\nñ日本😀𠮷กำéİß'), maxLength: 300 }), (title) => {
      const name = cardFileName(A, title, '-50')
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(name).not.toMatch(/[/\\\u0000-\u001f]/)
    }),
  )
})

it('counts suffixes up to fifty', () => {
  expect(renameSuffixes('-1').slice(0, 3)).toEqual(['-1', '-2', '-3'])
  expect(renameSuffixes('-1')).toHaveLength(50)
  expect(renameSuffixes('-copy').slice(0, 3)).toEqual(['-copy', '-copy-2', '-copy-3'])
})
