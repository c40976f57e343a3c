import { expect, it } from 'vitest'
import { keptColumns } from './kept-columns.ts'

const keptColumn = keptColumns()

it('gives columns of zeros of each kind that share pages and no number', () => {
  const columns = Array.from({ length: 200 }, (_, at) => {
    const make = [keptColumn.uint32, keptColumn.int32, keptColumn.float32, keptColumn.float64][at % 4]!
    const column = make(at + 1)
    expect(column.every((number) => number === 0)).toBe(true)
    return column.fill(at)
  })
  for (const [at, column] of columns.entries()) expect([...column]).toEqual(new Array(at + 1).fill(at))
  expect(new Set(columns.map(({ buffer }) => buffer)).size).toBeLessThan(10)
})

it('gives a column that would fill most of a page memory of its own', () => {
  const long = keptColumn.uint32(10_000)
  expect([long.length, long.buffer.byteLength]).toEqual([10_000, 40_000])
})
