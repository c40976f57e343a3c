import { expect, it } from 'vitest'
import { ColumnRoom } from './column-room.ts'

it('gives columns of zeros that share nothing, and the same room again', () => {
  const room = new ColumnRoom()
  for (let round = 0; round < 3; round++) {
    room.begin()
    const columns = [room.uint8(3), room.float64(5), room.float32(7), room.uint32(9), room.uint8(1)]
    for (const [place, column] of columns.entries()) {
      expect([...column]).toEqual(new Array(column.length).fill(0))
      column.fill(place + 1)
    }
    for (const [place, column] of columns.entries()) expect([...column]).toEqual(new Array(column.length).fill(place + 1))
  }
})

it('gives columns beyond its room too', () => {
  const room = new ColumnRoom()
  for (let round = 0; round < 3; round++) {
    room.begin()
    const columns = [room.float64(100_000), room.float64(100_000), room.uint32(1)]
    for (const column of columns) {
      expect(column.every((number) => number === 0)).toBe(true)
      column.fill(1)
    }
  }
})
