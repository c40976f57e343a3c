import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LENGTHS, tooLong } from './lengths.ts'

const long = (length: number, unit = 'a') => unit.repeat(length)

describe('lengths', () => {
  it.each([
    ['query', 4096, 'characters'],
    ['glob', 4096, 'characters'],
    ['uri', 2048, 'characters'],
    ['title', 512, 'characters'],
    ['whatever', 512, 'characters'],
    ['path', 4096, 'bytes'],
    ['content', 4 * 1024 * 1024, 'bytes'],
    ['find', 4 * 1024 * 1024, 'bytes'],
    ['next_steps', 4 * 1024 * 1024, 'bytes'],
    ['blockers', 4 * 1024 * 1024, 'bytes'],
    ['filename', 4096, 'bytes'],
  ])('allow %s %i %s, and no more', (key, most, unit) => {
    expect(tooLong('', { [key]: long(most) })).toBeUndefined()
    expect(tooLong('', { [key]: long(most + 1) })).toMatchObject({
      reason: 'invalid_argument',
      message: `${key}: is too long: at most ${most} ${unit}`,
    })
  })

  it('count characters, or bytes for paths and texts', () => {
    expect(tooLong('', { title: long(512, '😀') })).toBeUndefined()
    expect(tooLong('', { title: long(513, '😀') })).toBeDefined()
    expect(tooLong('', { path: long(1365, '道') })).toBeUndefined()
    expect(tooLong('', { path: long(1366, '道') })).toBeDefined()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 3000 }), (path) => {
        expect(tooLong('', { path }) === undefined).toBe(new TextEncoder().encode(path).length <= 4096)
      }),
    )
  })

  it('hold inside lists and objects, at every depth', () => {
    expect(tooLong('', { patch: { fm: { labels: ['a', long(513)] } } })).toMatchObject({ details: { key: 'labels' } })
    expect(tooLong('', { labels: Array(LENGTHS.items).fill('a') })).toBeUndefined()
    expect(tooLong('', { labels: Array(LENGTHS.items + 1).fill('a') })).toMatchObject({
      message: expect.stringContaining('1000'),
    })
    const wide = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, 1]))
    expect(tooLong('', { fm: wide(200) })).toBeUndefined()
    expect(tooLong('', { fm: wide(201) })).toMatchObject({ message: 'fm: has too many keys: at most 200' })
    expect(tooLong('', wide(201))).toMatchObject({ message: 'arguments: has too many keys: at most 200' })
  })

  it('take what a front matter of the caller holds for texts, and its keys for names', () => {
    expect(tooLong('', { frontmatter: { summary: long(5000), list: [long(600)] } })).toBeUndefined()
    expect(tooLong('', { frontmatter: { [long(513)]: 1 } })).toBeDefined()
    expect(tooLong('', { frontmatter: { summary: long(LENGTHS.textBytes + 1) } })).toMatchObject({ details: { key: 'summary' } })
  })

  it('are told without the value', () => {
    const error = tooLong('', { [long(600, 'secret')]: 1 })
    expect(`${error?.message} ${JSON.stringify(error?.details)}`).not.toContain('secret')
  })
})
