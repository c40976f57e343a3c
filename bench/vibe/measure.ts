/** What one engine did with the corpus. */
export interface Figures {
  readonly name: string
  readonly indexMs: number
  readonly indexCpuMs: number
  readonly restartMs: number
  readonly indexBytes: number
  /** One a query, in the order of the queries. */
  readonly queryMs: readonly number[]
  readonly hits: readonly number[]
}

export interface Timed<T> {
  readonly value: T
  readonly ms: number
  readonly cpuMs: number
}

export async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const cpu = process.cpuUsage()
  const started = performance.now()
  const value = await work()
  const ms = performance.now() - started
  const used = process.cpuUsage(cpu)
  return { value, ms, cpuMs: (used.user + used.system) / 1000 }
}

/** Runs every query once to warm up and once for the figures. */
export async function timeQueries(
  queries: readonly string[],
  ask: (query: string) => Promise<number>,
): Promise<Pick<Figures, 'queryMs' | 'hits'>> {
  for (const query of queries) await ask(query)
  const queryMs: number[] = []
  const hits: number[] = []
  for (const query of queries) {
    const { value, ms } = await timed(() => ask(query))
    queryMs.push(ms)
    hits.push(value)
  }
  return { queryMs, hits }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
