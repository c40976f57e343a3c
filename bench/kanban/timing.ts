export interface Timing {
  readonly p50: number
  readonly p95: number
}

/** Milliseconds of each of so many runs. */
export async function time(runs: number, work: (run: number) => Promise<unknown>): Promise<Timing> {
  const taken: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await work(run)
    taken.push(performance.now() - started)
  }
  taken.sort((a, b) => a - b)
  return { p50: taken[Math.floor(runs / 2)]!, p95: taken[Math.floor(runs * 0.95)]! }
}

export function shown({ p50, p95 }: Timing): string {
  return `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
}
