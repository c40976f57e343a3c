/** Counts what is under way. */
export interface InFlight {
  readonly size: number
  /** Something begins; what is returned ends it. */
  begin(): () => void
  /** Resolves when nothing is under way, or after so long. */
  idle(limitMs: number): Promise<void>
}

export function createInFlight(): InFlight {
  const waiting = new Set<() => void>()
  let size = 0
  return {
    get size() {
      return size
    },
    begin() {
      size++
      return () => {
        size--
        if (size === 0) for (const wake of waiting) wake()
      }
    },
    async idle(limitMs) {
      if (size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, limitMs)
      waiting.add(resolve)
      await promise
      clearTimeout(timer)
      waiting.delete(resolve)
    },
  }
}
