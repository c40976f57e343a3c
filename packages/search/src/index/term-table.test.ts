import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TermTable } from './term-table.ts'

it('numbers terms in order of appearance and finds them again, also after saving', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), { maxLength: 200 }), (terms) => {
      let table = new TermTable()
      const expected = [...new Set(terms)]
      for (const [i, term] of terms.entries()) {
        if (i === 50) table = new TermTable(table.save())
        expect(table.intern(`x${term}y`, 1, 1 + term.length)).toBe(expected.indexOf(term))
      }
      expect(expected.map((_, id) => table.term(id))).toEqual(expected)
      expect(expected.map((term) => table.find(term))).toEqual(expected.map((_, id) => id))
      expect(table.find('not a term at all')).toBe(-1)
    }),
  )
})

it('tells terms apart whatever their length', () => {
  const table = new TermTable()
  const long = 'ab'.repeat(50_000)
  const terms = ['', 'a', long, long.slice(0, 100_000 - 65_536), `${long}c`, long.slice(1)]
  expect(terms.map((term) => table.intern(term))).toEqual([0, 1, 2, 3, 4, 5])
  expect(terms.map((term) => table.intern(term))).toEqual([0, 1, 2, 3, 4, 5])
  expect(terms.map((_, id) => table.lengthOf(id))).toEqual(terms.map((term) => term.length))
  expect(table.term(2)).toBe(long)
})

it('finds each of many terms, of which hundreds share a slot at first', () => {
  const table = new TermTable()
  const terms = Array.from({ length: 50_000 }, (_, index) => `t${index}`)
  for (const term of terms) table.intern(term)
  expect(terms.every((term, id) => table.find(term) === id)).toBe(true)
  expect(table.find('t50000')).toBe(-1)
})
