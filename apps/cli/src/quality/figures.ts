/** Where the right file came, from 1; 0 when it was not among the first ten. */
export interface Measured {
  readonly rank: number
  readonly milliseconds: number
}

export interface Figures {
  readonly queries: number
  readonly hit1: number
  readonly hit10: number
  readonly mrr: number
  readonly p95: number
}

export const DEPTH = 10

export function rankOf(paths: readonly string[], wanted: string): number {
  return paths.slice(0, DEPTH).indexOf(wanted) + 1
}

export function figuresOf(measured: readonly Measured[]): Figures {
  const share = (counts: (rank: number) => number) =>
    measured.reduce((sum, { rank }) => sum + counts(rank), 0) / Math.max(1, measured.length)
  const times = measured.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  return {
    queries: measured.length,
    hit1: share((rank) => (rank === 1 ? 1 : 0)),
    hit10: share((rank) => (rank > 0 ? 1 : 0)),
    mrr: share((rank) => (rank > 0 ? 1 / rank : 0)),
    p95: times[Math.max(0, Math.ceil(times.length * 0.95) - 1)] ?? 0,
  }
}
