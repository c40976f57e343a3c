import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChangeFeed } from './changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function feed({ hot = ['H1', 'H2'], maxBatch = 2 } = {}) {
  const batches: string[][] = []
  const scans: number[] = []
  const changes = new ChangeFeed({
    settings: () => ({ debounceMs: 300, maxBatch }),
    scanHot: async () => {
      scans.push(Date.now())
      return hot
    },
    announce: (ids) => batches.push([...ids]),
  })
  return { changes, batches, scans }
}

it('tells of the first change at once and gathers what follows into one batch', () => {
  const { changes, batches } = feed()
  changes.changed(['A'])
  expect(batches).toEqual([['A']])
  changes.changed(['B', 'A'])
  changes.changed(['B'])
  vi.advanceTimersByTime(299)
  expect(batches).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(batches).toEqual([['A'], ['B', 'A']])
})

it('tells at once again after a pause', () => {
  const { changes, batches } = feed()
  changes.changed(['A'])
  vi.advanceTimersByTime(300)
  changes.changed(['B'])
  expect(batches).toEqual([['A'], ['B']])
  vi.advanceTimersByTime(1_000)
  expect(batches).toHaveLength(2)
})

it('sends at most max_batch cards at once, the rest at the next interval', () => {
  const { changes, batches } = feed()
  changes.changed(['A', 'B', 'C'])
  expect(batches).toEqual([['A', 'B']])
  vi.advanceTimersByTime(300)
  expect(batches).toEqual([['A', 'B'], ['C']])
  vi.advanceTimersByTime(1_000)
  expect(batches).toHaveLength(2)
})

it('announces the board even when no card is known to have changed', () => {
  const { changes, batches } = feed()
  changes.changed([])
  vi.advanceTimersByTime(300)
  expect(batches).toEqual([[]])
})

it('scans the hot columns after lost events, and only tells of the board the third time in a row', async () => {
  const { changes, batches, scans } = feed()
  for (let round = 0; round < 4; round++) {
    await changes.overflowed()
    vi.advanceTimersByTime(300)
  }
  expect(batches).toEqual([['H1', 'H2'], ['H1', 'H2'], [], ['H1', 'H2']])
  expect(scans).toHaveLength(3)
})

it('counts overflows in a row only', async () => {
  const { changes, batches } = feed()
  for (let round = 0; round < 3; round++) {
    await changes.overflowed()
    changes.changed(['A'])
    vi.advanceTimersByTime(600)
  }
  expect(batches.every((batch) => batch.length > 0)).toBe(true)
})

it('is silent after it was closed', () => {
  const { changes, batches } = feed()
  changes.changed(['A'])
  changes.changed(['B'])
  changes.close()
  changes.changed(['C'])
  vi.advanceTimersByTime(1_000)
  expect(batches).toEqual([['A']])
})
