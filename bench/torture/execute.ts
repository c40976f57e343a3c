import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism, release, type as systemName } from 'node:os'
import { join } from 'node:path'
import type { Failure, RunOutcome, TortureRun } from './run.ts'

export interface Execution {
  readonly scale: number
  readonly seed: number
  /** Where the run's own folder is made. */
  readonly base: string
  readonly report: (line: string) => void
  readonly signal?: AbortSignal
}

export interface RunResult {
  readonly name: string
  readonly scale: number
  readonly seed: number
  readonly seconds: number
  /** When it ended, ISO. */
  readonly at: string
  /** Node and the operating system. */
  readonly on: string
  readonly figures: RunOutcome['figures']
  readonly failures: readonly Failure[]
  readonly skipped?: string
}

const PATIENCE = 4
/** A machine with other work to do takes several times as long; the test command gives up at ten minutes. */
const SHORTEST_LIMIT_SECONDS = 480

/** Runs one run in a folder of its own. A run that throws has failed; its folder is kept for whoever looks for the cause. */
export async function execute(run: TortureRun, { scale, seed, base, report, signal }: Execution): Promise<RunResult> {
  const folder = join(base, `${run.name}-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const limit = AbortSignal.timeout(1000 * Math.max(SHORTEST_LIMIT_SECONDS, run.expectedSeconds * PATIENCE * Math.min(1, scale)))
  const started = performance.now()
  const outcome = await attempt(run, {
    counts: scaled(run.full, scale),
    scale,
    seed,
    folder,
    report,
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
  })
  const seconds = (performance.now() - started) / 1000
  if (outcome.failures.length === 0) rmSync(folder, { recursive: true, force: true })
  else report(`its files are kept in ${folder}`)
  return { ...origin(run.name, { scale, seed }), seconds, ...outcome }
}

/** What every result says of itself. */
export function origin(name: string, { scale, seed }: { readonly scale: number; readonly seed: number }) {
  const on = `Node ${process.versions.node}, ${systemName()} ${release()}, ${availableParallelism()} cores`
  return { name, scale, seed, at: new Date().toISOString(), on }
}

export function repeatLine({ name, scale, seed }: Pick<RunResult, 'name' | 'scale' | 'seed'>): string {
  return `npm run torture -- --only ${name} --scale ${scale} --seed ${seed} --fresh`
}

async function attempt(run: TortureRun, order: Parameters<TortureRun['run']>[0]): Promise<RunOutcome> {
  try {
    return await run.run(order)
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { figures: {}, failures: [{ what: order.signal.aborted ? `stopped before its end: ${what}` : what }] }
  }
}

function scaled(full: TortureRun['full'], scale: number): Record<string, number> {
  return Object.fromEntries(Object.entries(full).map(([name, count]) => [name, Math.max(1, Math.round(count * scale))]))
}
