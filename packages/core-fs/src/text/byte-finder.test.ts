import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteFinder } from './byte-finder.ts'

/** Few letters, so that beginnings repeat. */
const piece = fc.stringMatching(/^[ab]{1,4}$/)

describe('finding bytes', () => {
  it('finds what the platform finds, from any place on', () => {
    fc.assert(
      fc.property(
        piece,
        fc.nat(400),
        piece,
        fc.array(piece, { maxLength: 300 }),
        fc.nat(900),
        (unit, times, last, texts, from) => {
          const needle = Buffer.from(unit.repeat(times) + last)
          const text = Buffer.from(`${texts.join('')}${unit.repeat(times + 3)}${last}${texts.join('')}`)
          expect(new ByteFinder(needle).find(text, from)).toBe(text.indexOf(needle, from))
        },
      ),
    )
  })

  it('does not go back over a text that repeats almost all of a long needle', () => {
    const unit = '# a\n'
    const needle = Buffer.from(unit.repeat(700_000))
    const text = Buffer.from(`${unit.repeat(699_999)}b`.repeat(4))
    // The platform's own search takes longer than anybody has waited.
    expect(new ByteFinder(needle).find(text)).toBe(-1)
    expect(new ByteFinder(needle).find(Buffer.concat([text, needle]))).toBe(text.length)
  })

  it('pauses while it reads', () => {
    const steps = new ByteFinder(Buffer.alloc(300, 'a')).steps(Buffer.alloc(1_000_000, 'b'))
    expect(Array.from(steps).length).toBeGreaterThan(3)
  })
})
