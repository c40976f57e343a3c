import type { Clock } from '@shoko/contract'

export interface FakeClock extends Clock {
  advance(ms: number): void
}

export function fakeClock(start: number | string = '2026-11-16T09:00:00Z'): FakeClock {
  let now = typeof start === 'number' ? start : Date.parse(start)
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}
