import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import type { Failure, RunOrder, RunOutcome } from '../run.ts'

/** One rule that holds for every input. It throws, or gives false, for an input that breaks it. */
export interface Rule {
  readonly name: string
  /** Of the inputs, compared with the other rules; default 1. Slow rules take less. */
  readonly share?: number
  readonly property: fc.IRawProperty<unknown, boolean>
}

export function rule<T>(name: string, arbitrary: fc.Arbitrary<T>, holds: (input: T) => unknown): Rule {
  return { name, property: fc.property(arbitrary, (input) => holds(input) !== false) as unknown as Rule['property'] } // only its inputs differ
}

/** The same for a rule that has to wait. */
export function asyncRule<T>(name: string, arbitrary: fc.Arbitrary<T>, holds: (input: T) => Promise<unknown>): Rule {
  const property = fc.asyncProperty(arbitrary, async (input) => (await holds(input)) !== false)
  return { name, property: property as unknown as Rule['property'] } // only its inputs differ
}

const SLICE = 5_000

/** Every rule with its share of the inputs, in slices, so that a run can be stopped and reports. */
export async function fuzz(order: RunOrder, { rules, inputs }: { rules: readonly Rule[]; inputs: number }): Promise<RunOutcome> {
  const failures: Failure[] = []
  const started = performance.now()
  const total = rules.reduce((sum, { share = 1 }) => sum + share, 0)
  let done = 0
  for (const [at, { name, property }] of rules.entries()) {
    const begun = performance.now()
    const share = Math.ceil((inputs * (rules[at]?.share ?? 1)) / total)
    for (let left = share, slice = 0; left > 0; left -= SLICE, slice++) {
      order.signal.throwIfAborted()
      const seed = (order.seed + at * 1_000_003 + slice * 7919) | 0
      const result = await fc.check(property, { numRuns: Math.min(SLICE, left), seed, endOnFailure: false })
      done += result.numRuns
      if (result.failed) {
        failures.push({ what: explain(name, result) })
        break
      }
      await nextTurn()
    }
    order.report(`${name}: ${share} inputs in ${Math.round(performance.now() - begun)} ms, ${failures.length} failures so far`)
  }
  const perSecond = Math.round((1000 * done) / (performance.now() - started))
  return { figures: { inputs: done, rules: rules.length, 'inputs a second': perSecond }, failures }
}

/** The smallest input that breaks the rule, as a program can read it. */
function explain(name: string, { counterexample, errorInstance, seed }: fc.RunDetails<unknown>): string {
  const cause = errorInstance instanceof Error ? errorInstance.stack?.split('\n').slice(0, 6).join('\n') : String(errorInstance)
  return `${name}: ${fc.stringify(counterexample)} (seed ${seed}): ${cause}`
}
