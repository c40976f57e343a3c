import type { ChangeBus, ResourceChange } from '@shoko/contract'

export interface ObservableBus extends ChangeBus {
  subscribe(listener: (change: ResourceChange) => void): () => void
}

/** One bus a process: families publish, connections listen. A listener that throws does not stop the others. */
export function createChangeBus(onError: (error: unknown) => void): ObservableBus {
  const listeners = new Set<(change: ResourceChange) => void>()
  return {
    publish(change) {
      for (const listener of [...listeners]) {
        try {
          listener(change)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
