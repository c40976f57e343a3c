import type { Progress } from '@shoko/contract'
import { type Measured, rankOf } from './figures.ts'
import type { QualityQuery } from './queries.ts'
import type { Searcher } from './searchers.ts'

export const ENGINES = ['shoko', 'grep'] as const
export type Engine = (typeof ENGINES)[number]

export type Result = QualityQuery & Readonly<Record<Engine, Measured>>

export interface MeasureOptions {
  readonly engines: Readonly<Record<Engine, Readonly<Record<QualityQuery['source'], Searcher>>>>
  readonly timeLimitMs: number
  readonly now: () => number
  readonly report: (progress: Progress) => void
  readonly signal: AbortSignal
}

/** Asks every engine every query, one after the other, until all are done or the time is up. */
export async function measure(queries: readonly QualityQuery[], options: MeasureOptions): Promise<readonly Result[]> {
  const { engines, now, signal } = options
  await warmUp(queries, engines.shoko)
  const until = now() + options.timeLimitMs
  const results: Result[] = []
  for (const query of queries) {
    if (signal.aborted || now() > until) break
    const ask = async (engine: Engine): Promise<Measured> => {
      const begun = now()
      const paths = await engines[engine][query.source](query.query)
      return { rank: rankOf(paths, query.path), milliseconds: now() - begun }
    }
    results.push({ ...query, shoko: await ask('shoko'), grep: await ask('grep') })
    options.report({ progress: results.length, total: queries.length, message: query.query })
  }
  return results
}

/** The first search builds the index; that is no part of the time of a search. */
async function warmUp(
  queries: readonly QualityQuery[],
  engine: Readonly<Record<QualityQuery['source'], Searcher>>,
): Promise<void> {
  for (const source of new Set(queries.map((query) => query.source))) await engine[source]('index')
}
