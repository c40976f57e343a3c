import type { TortureRun } from './run.ts'

const TENTH = 0.1

/** The share of a full run that the test command does. */
export function testScaleOf({ testScale = TENTH }: TortureRun): number {
  return testScale
}
