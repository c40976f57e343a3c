import fc from 'fast-check'
import { expect, it } from 'vitest'
import { replaceFirst } from './replace.ts'

it('replaces literally, from left to right, the first so many', () => {
  expect(replaceFirst('a.a.a', 'a', '$&', 2)).toEqual({ text: '$&.$&.a', count: 2 })
  expect(replaceFirst('aaa', 'aa', 'a', 9)).toEqual({ text: 'aa', count: 1 })
  expect(replaceFirst('abc', 'x', 'y', 9)).toEqual({ text: 'abc', count: 0 })
  expect(replaceFirst('abc', 'a', 'y', 0)).toEqual({ text: 'abc', count: 0 })
  expect(replaceFirst('abc', '', 'y', 9)).toEqual({ text: 'abc', count: 0 })
  expect(replaceFirst('abc', 'b', '', 1)).toEqual({ text: 'ac', count: 1 })
})

it('agrees with replaceAll when there is no limit', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '$'), maxLength: 20 })
  fc.assert(
    fc.property(
      text,
      text.filter((find) => find !== ''),
      text,
      (content, find, replacement) => {
        expect(replaceFirst(content, find, replacement, Number.POSITIVE_INFINITY).text).toBe(
          content.replaceAll(find, () => replacement),
        )
      },
    ),
  )
})
