/** What a family says of one of its indexes. `building` is its very first build, not the syncs that follow. */
export interface IndexState {
  readonly name: string
  readonly building: boolean
  readonly entries: number
}

/** Families report to it, /readyz and /metrics read from it. */
export interface IndexStatus {
  report(state: IndexState): void
  states(): readonly IndexState[]
}

export function createIndexStatus(): IndexStatus {
  const latest = new Map<string, IndexState>()
  return {
    report: (state) => void latest.set(state.name, state),
    states: () => [...latest.values()],
  }
}
