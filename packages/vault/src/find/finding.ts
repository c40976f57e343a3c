export type Signal = 'normalized' | 'loose'

/** Lines of one file and what speaks for them; `terms` are positions in the query's list. */
export interface Finding {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly signals: readonly Signal[]
  readonly terms: readonly number[]
}
