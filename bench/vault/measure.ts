export interface Row {
  readonly what: string
  readonly value: string
}

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

export function printRows(rows: readonly Row[]): void {
  const width = Math.max(...rows.map((row) => row.what.length))
  for (const { what, value } of rows) console.log(`${what.padEnd(width)}  ${value}`)
}

/** Against ripgrep's times in the same run; without any, the time alone: a program that is missing is no peer. */
export function besideRipgrep(ms: number, ripgrep: readonly number[]): string {
  if (ripgrep.length === 0) return `${ms.toFixed(0)} ms (no ripgrep to compare with)`
  return `${(ms / median(ripgrep)).toFixed(2)} x rg -j2 (${ms.toFixed(0)} against ${median(ripgrep).toFixed(0)} ms)`
}
