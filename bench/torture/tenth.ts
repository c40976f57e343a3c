import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { execute, repeatLine } from './execute.ts'
import type { TortureRun } from './run.ts'
import { testScaleOf } from './test-scale.ts'

const SEED = 20261116
const PATIENT = { timeout: 600_000 }

/** A part of these runs, always with the same seed. */
export function describeTenth(runs: readonly TortureRun[]): void {
  describe('a part of the torture suite', PATIENT, () => {
    it.each(runs.map((run) => ({ run, name: run.name, promise: run.promise })))('$name: $promise', async ({ run }) => {
      const base = join(tmpdir(), 'shoko-torture')
      const result = await execute(run, { scale: testScaleOf(run), seed: SEED, base, report: () => {} })
      if (result.skipped !== undefined) console.warn(`\n!!! NOT TESTED HERE: ${run.name}: ${result.skipped}\n`)
      const problems = result.failures.map(({ what }) => what)
      expect(problems, repeatLine(result)).toEqual([])
    })
  })
}
