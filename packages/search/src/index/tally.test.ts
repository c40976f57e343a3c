import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Accumulator } from '../rank/accumulator.ts'
import { NumberPages } from './number-pages.ts'
import { Tally } from './tally.ts'

const OWNERS = 50
const TERM = { factor: 2, base: 1.2, slope: 0.1, lengths: Uint32Array.from({ length: OWNERS }, (_, owner) => owner) }

describe('what a tally has counted', () => {
  it('scores as the tally does, in the same order, however often somebody has it', () => {
    const touches = fc.array(fc.record({ owner: fc.nat(OWNERS - 1), times: fc.constantFrom(1, 2, 15, 16, 17, 70_000) }))
    fc.assert(
      fc.property(touches, (list) => {
        const tally = new Tally()
        tally.reserve(OWNERS)
        for (const { owner, times } of list) {
          if (tally.sums[owner] === 0) tally.touched[tally.length++] = owner
          tally.sums[owner]! += times
        }
        const counted = tally.counted(new NumberPages())
        const [direct, kept] = [new Accumulator(), new Accumulator()]
        for (const accumulator of [direct, kept]) accumulator.reset(OWNERS)
        direct.add(tally, TERM)
        kept.addCounted(counted, TERM)
        expect(counted.owners).toBe(tally.length)
        expect(kept.scores).toEqual(direct.scores)
        expect(kept.owners.subarray(0, kept.length)).toEqual(direct.owners.subarray(0, direct.length))
      }),
    )
  })
})
