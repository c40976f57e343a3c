import { examples } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, slugify } from './fold.ts'

describe('fold', () => {
  examples('makes %j %j', fold, [
    ['Ñandú, pingüino, acción', 'Nandu, pinguino, accion'],
    ['n\u0303', 'n'],
    ['Øre Łódź Đắk ſæœß', 'Ore Lodz Dak ſaeoess'],
    ['がぎ パピ', 'がぎ パピ'],
    ['か\u3099', 'か\u3099'],
    ['ё й', 'ё й'],
    ['한글 हिन्दी', '한글 हिन्दी'],
  ])
})

describe('slugify', () => {
  examples('makes %j %j', slugify, [
    ['Diseñar la interfaz', 'disenar-la-interfaz'],
    ['  Hello,   World!  ', 'hello-world'],
    ['設計レビュー（第2回）', '設計レビュー-第2回'],
    ['ガイド', 'ガイド'],
    ['Straße/Öl', 'strasse-ol'],
    ['ＡＢＣ', 'abc'],
  ])

  it('falls back when nothing is left', () => {
    expect(slugify('!!!', { fallback: 'card' })).toBe('card')
    expect(slugify('', { fallback: 'task' })).toBe('task')
    expect(slugify('…')).toBe('')
  })

  it('cuts at characters and at bytes, never inside a character, and leaves no dash at the end', () => {
    expect(slugify('あいうえお', { maxChars: 3 })).toBe('あいう')
    expect(slugify('あいうえお', { maxBytes: 8 })).toBe('あい')
    expect(slugify('abc def', { maxChars: 4 })).toBe('abc')
    expect(slugify('𠮷𠮷', { maxChars: 1 })).toBe('𠮷')
  })

  it('gives letters, digits and single inner dashes only, within the limits, and itself when slugged again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const slug = slugify(text, { maxChars: 20, maxBytes: 40, fallback: 'x' })
        expect(slug).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{M}\p{N}]+)*$/u)
        expect([...slug].length).toBeLessThanOrEqual(20)
        expect(new TextEncoder().encode(slug).length).toBeLessThanOrEqual(40)
        expect(slugify(slug)).toBe(slug)
      }),
    )
  })
})
