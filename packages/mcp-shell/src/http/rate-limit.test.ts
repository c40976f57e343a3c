import { fakeClock } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

describe('createRateLimiter', () => {
  it('lets a burst of the whole minute pass, then asks to wait', () => {
    const limiter = createRateLimiter(3, fakeClock())
    expect([1, 2, 3].map(() => limiter.take('a'))).toEqual([undefined, undefined, undefined])
    expect(limiter.take('a')).toBe(20)
  })

  it('refills evenly', () => {
    const clock = fakeClock()
    const limiter = createRateLimiter(60, clock)
    for (let i = 0; i < 60; i++) limiter.take('a')
    clock.advance(1000)
    expect(limiter.take('a')).toBeUndefined()
    expect(limiter.take('a')).toBe(1)
  })

  it('counts each caller alone', () => {
    const limiter = createRateLimiter(1, fakeClock())
    limiter.take('a')
    expect(limiter.take('b')).toBeUndefined()
    expect(limiter.take('a')).toBe(60)
  })
})
