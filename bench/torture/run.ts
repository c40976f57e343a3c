import { PROMISES } from './promises.ts'

/** What every run of the torture suite is: a module that exports one of these as `run`, listed in runs.ts. */
export interface TortureRun {
  /** Kebab case; `--only <name>`, and the key under which a result is kept. */
  readonly name: string
  /** What holds when `failures` is empty, in the words of the published table. */
  readonly promise: string
  /** How many of what a run at scale 1 does; the harness multiplies by the scale (at least 1) and hands them over as `counts`. */
  readonly full: Readonly<Record<string, number>>
  /** Seconds that a run at scale 1 takes on two cores, roughly; printed as the estimate, and the limit is four times it. */
  readonly expectedSeconds: number
  /** Cores that it keeps busy, default 2. Runs of one core go two at a time, each in a process of its own. */
  readonly cores?: 1 | 2
  readonly run: (order: RunOrder) => Promise<RunOutcome>
}

export interface RunOrder {
  readonly counts: Readonly<Record<string, number>>
  readonly scale: number
  /** Everything random comes from this number, so that a failure can be repeated. */
  readonly seed: number
  /** A new empty folder that the harness removes when nothing failed, and names when something did. */
  readonly folder: string
  /** One line of progress; the harness prints it with the name of the run in front. */
  readonly report: (line: string) => void
  /** Aborted at the run's time limit and by Ctrl-C. Stop soon, and end every process you started. */
  readonly signal: AbortSignal
}

export interface RunOutcome {
  /** Measured numbers and short facts, in the order in which the table shows them. */
  readonly figures: Readonly<Record<string, number | string>>
  /** One entry for each broken promise; none means that the run passed. */
  readonly failures: readonly Failure[]
  /** Set when the machine does not allow the run (no strace, no root…): printed loudly, and never counted as passed. */
  readonly skipped?: string
}

export interface Failure {
  readonly what: string
  /** Set when something smaller than the whole run repeats it; otherwise the harness prints `--only <name> --seed <seed>`. */
  readonly repeat?: string
}

/** A run with its promise, which stands with all the others in promises.ts. */
export function defineRun(
  name: keyof typeof PROMISES,
  run: TortureRun['run'],
  effort: Pick<TortureRun, 'full' | 'expectedSeconds' | 'cores'>,
): TortureRun {
  return { name, promise: PROMISES[name], run, ...effort }
}
