import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RUN, RunFilter, runOf } from './run-filter.ts'

it('knows every run of a text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abcdefgh '), minLength: RUN, maxLength: 400 })
  fc.assert(
    fc.property(text, (letters) => {
      const runs = new RunFilter(letters)
      for (let start = 0; start + RUN <= letters.length; start++) {
        expect(runs.mayHold(runOf(letters.slice(start, start + RUN)))).toBe(true)
      }
    }),
  )
})

it('denies most of what is not there', () => {
  const runs = new RunFilter('the boiler heats the water of the house in winter '.repeat(20))
  const letters = 'bcdfgjklmnpqsvxz'
  const strange = [...letters].flatMap((a) => [...letters].map((b) => `${a}${b}${b}${a}`))
  expect(strange.filter((run) => runs.mayHold(runOf(run))).length).toBeLessThan(strange.length / 10)
})
