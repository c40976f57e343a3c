import type { RateLimiter } from '@shoko/contract'
import { type FakeClock, fakeClock } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'

/** What every limiter keeps to, wherever it counts. */
export function describeRateLimiter(name: string, open: (perMinute: number, clock: FakeClock) => Promise<RateLimiter>): void {
  describe(name, () => {
    it('lets a burst of the whole minute pass, then asks to wait', async () => {
      const limiter = await open(3, fakeClock())
      for (let message = 0; message < 3; message++) expect(await limiter.take('a')).toBeUndefined()
      expect(await limiter.take('a')).toBe(20)
    })

    it('refills evenly', async () => {
      const clock = fakeClock()
      const limiter = await open(60, clock)
      for (let message = 0; message < 60; message++) await limiter.take('a')
      clock.advance(1000)
      expect(await limiter.take('a')).toBeUndefined()
      expect(await limiter.take('a')).toBe(1)
    })

    it('counts each caller alone, and several messages at once', async () => {
      const limiter = await open(2, fakeClock())
      expect(await limiter.take('a', 2)).toBeUndefined()
      expect(await limiter.take('b')).toBeUndefined()
      expect(await limiter.take('a')).toBe(30)
      expect(await limiter.take('b', 2)).toBe(30)
    })
  })
}
