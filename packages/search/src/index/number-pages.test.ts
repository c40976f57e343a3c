import { describe, expect, it } from 'vitest'
import { NumberPages } from './number-pages.ts'

describe('NumberPages', () => {
  it('gives out columns of zeros that share memory and never a number', () => {
    const pages = new NumberPages()
    const columns = Array.from({ length: 3000 }, (_, at) => {
      const column = pages.take(at % 100)
      expect(column.every((value) => value === 0)).toBe(true)
      return column.fill(at)
    })
    expect(columns.every((column, at) => column.length === at % 100 && column.every((value) => value === at))).toBe(true)
    expect(new Set(columns.map(({ buffer }) => buffer)).size).toBeLessThan(5)
    expect(pages.byteSize).toBe(4 * columns.reduce((sum, { length }) => sum + length, 0))
  })

  it('leaves what is still read as it is when it is emptied', () => {
    const pages = new NumberPages()
    const before = pages.take(10).fill(7)
    pages.clear()
    pages.take(10).fill(8)
    expect([...before]).toEqual(Array.from({ length: 10 }, () => 7))
    expect(pages.byteSize).toBe(40)
    expect(pages.take(1_000_000)).toHaveLength(1_000_000)
  })
})
