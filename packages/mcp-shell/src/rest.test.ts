import { expect, it, vi } from 'vitest'
import { createRestKeeper } from './rest.ts'

it('rests once after the last call, not during one, and says when somebody comes meanwhile', async () => {
  vi.useFakeTimers()
  try {
    const asked: (() => boolean)[] = []
    const keeper = createRestKeeper(100, async (isIdle) => void asked.push(isIdle))
    const [one, two] = [keeper.begin(), keeper.begin()]
    one()
    one()
    await vi.advanceTimersByTimeAsync(500)
    expect(asked).toHaveLength(0)
    two()
    await vi.advanceTimersByTimeAsync(500)
    expect(asked.map((isIdle) => isIdle())).toEqual([true])
    keeper.begin()()
    expect(asked[0]!()).toBe(false)
    keeper.close()
    await vi.advanceTimersByTimeAsync(500)
    expect(asked).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})
