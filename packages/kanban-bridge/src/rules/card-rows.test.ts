import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CardRows } from './card-rows.ts'

const row = (id: string, mark: number) => `{"id":"${id}","title":"${mark}"}`

it('stays sorted and complete, whatever is set and deleted', () => {
  const id = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F')
  fc.assert(
    fc.property(fc.array(id), fc.array(fc.tuple(id, fc.option(fc.nat(9)))), (start, steps) => {
      const rows = new CardRows(start.map((each) => [each, row(each, 0)]))
      const expected = new Map(start.map((each) => [each, row(each, 0)]))
      for (const [each, mark] of steps) {
        if (mark === null) {
          rows.delete(each)
          expected.delete(each)
        } else {
          rows.set(each, row(each, mark))
          expected.set(each, row(each, mark))
        }
      }
      const text = [...expected.keys()].sort().map((each) => `${expected.get(each)}\n`)
      expect(rows.render().toString()).toBe(text.join(''))
      expect(CardRows.parse(text.join(''))?.rows.render()).toEqual(rows.render())
    }),
  )
})

it('keeps its order over many blocks', () => {
  const ids = Array.from({ length: 5_000 }, (_, n) => String((n * 7_919) % 5_000).padStart(4, '0'))
  const rows = new CardRows([])
  for (const id of ids) rows.set(id, row(id, 0))
  for (const id of ids.filter((_, n) => n % 3 === 0)) rows.delete(id)
  rows.render()
  for (const id of ids.filter((_, n) => n % 6 === 0)) rows.set(id, row(id, 1))
  const kept = ids.filter((_, n) => n % 3 !== 0 || n % 6 === 0).sort()
  expect(
    rows
      .render()
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).id),
  ).toEqual(kept)
})

it('takes the last of several rows of one card, and tells that they are not tidy', () => {
  const parsed = CardRows.parse(`${row('A', 1)}\n${row('B', 1)}\n${row('A', 2)}\n`)!
  expect(parsed.rows.render().toString()).toBe(`${row('A', 2)}\n${row('B', 1)}\n`)
  expect([parsed.lines, parsed.rows.size, parsed.isTidy]).toEqual([3, 2, false])
  expect(CardRows.parse(`${row('B', 1)}\n${row('A', 1)}\n`)?.isTidy).toBe(false)
  expect(CardRows.parse(`${row('A', 1)}\n${row('B', 1)}\n`)?.isTidy).toBe(true)
})

it('knows whether a row can be put at the end', () => {
  const rows = new CardRows([['B', row('B', 1)]])
  expect(['A', 'B', 'C'].map((id) => rows.endsBefore(id))).toEqual([false, false, true])
  expect(new CardRows([]).endsBefore('A')).toBe(true)
})

it('does not take lines that it would not write', () => {
  expect(CardRows.parse('{"title":"x"}\n')).toBeUndefined()
  expect(CardRows.parse('{"id":"A","ti')).toBeUndefined()
})
