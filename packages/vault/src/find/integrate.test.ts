import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding, Signal } from './finding.ts'
import { integrate } from './integrate.ts'

const place = (path: string, start: number, end: number, signal: Signal = 'normalized', terms = [0]): Finding => ({
  path,
  start,
  end,
  signals: [signal],
  terms,
})

describe('integrate', () => {
  it('joins places of one file that overlap or touch, with their signals and terms', () => {
    const findings = [
      place('a.md', 5, 6, 'loose', [0, 1]),
      place('b.md', 7, 7),
      place('a.md', 1, 4, 'normalized', [0]),
      place('a.md', 8, 8),
    ]
    expect(integrate(findings)).toEqual([
      { path: 'a.md', start: 1, end: 6, signals: ['normalized', 'loose'], terms: [0, 1] },
      { path: 'a.md', start: 8, end: 8, signals: ['normalized'], terms: [0] },
      { path: 'b.md', start: 7, end: 7, signals: ['normalized'], terms: [0] },
    ])
  })

  it('covers the same lines as before, in candidates that never touch', () => {
    const finding = fc
      .record({ path: fc.constantFrom('a', 'b'), start: fc.integer({ min: 1, max: 30 }), length: fc.integer({ min: 0, max: 4 }) })
      .map(({ path, start, length }) => place(path, start, start + length))
    const linesOf = (places: readonly Finding[]) =>
      new Set(
        places.flatMap(({ path, start, end }) => Array.from({ length: end - start + 1 }, (_, at) => `${path}:${start + at}`)),
      )
    fc.assert(
      fc.property(fc.array(finding), (findings) => {
        const candidates = integrate(findings)
        expect(linesOf(candidates)).toEqual(linesOf(findings))
        for (const [index, next] of candidates.slice(1).entries()) {
          const before = candidates[index]!
          expect(before.path < next.path || before.end + 1 < next.start).toBe(true)
        }
      }),
    )
  })
})
