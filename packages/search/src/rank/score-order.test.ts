import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byScore, ScoreOrder } from './score-order.ts'

/** Of equal ones the last first. */
function orderOf(scores: readonly number[]): number[] {
  return [...new ScoreOrder().of(Float64Array.from(scores), scores.length, (a, b) => b - a)]
}

describe('ScoreOrder', () => {
  it('gives the order that comparing gives, however scores lie', () => {
    const close = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 300 })
    const alike = fc.array(fc.constantFrom(0, 0.1, 0.1 + Number.EPSILON, 3, 1e9), { maxLength: 300 })
    const uneven = fc.array(
      fc.double({ min: -6, max: 12, noNaN: true }).map((power) => 10 ** power),
      { maxLength: 300 },
    )
    fc.assert(
      fc.property(fc.oneof(close, alike, uneven), (scores) => {
        const places = scores.map((_, place) => place)
        expect(orderOf(scores)).toEqual(places.toSorted((a, b) => scores[b]! - scores[a]! || b - a))
      }),
    )
  })

  it('sorts thousands of equal scores by what settles them', () => {
    const scores = Array.from({ length: 20_000 }, (_, place) => (place === 7 ? 1_000 : 1))
    const order = orderOf(scores)
    expect([order[0], order[1], order.at(-1)]).toEqual([7, 19_999, 0])
  })

  it('orders a few after many', () => {
    const order = new ScoreOrder()
    order.of(Float64Array.from({ length: 1_000 }, Math.random), 1_000, (a, b) => a - b)
    expect([...order.of(Float64Array.from([1, 3, 2]), 3, (a, b) => a - b)]).toEqual([1, 2, 0])
  })
})

describe('byScore', () => {
  it('leaves what it is given as it was', () => {
    const items = [
      { score: 1, name: 'b' },
      { score: 2, name: 'c' },
      { score: 1, name: 'a' },
    ]
    expect(byScore(items, (a, b) => (a.name < b.name ? -1 : 1)).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
    expect(items.map(({ name }) => name)).toEqual(['b', 'c', 'a'])
  })
})
