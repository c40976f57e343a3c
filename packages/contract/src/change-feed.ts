import type { ChangeBus, ResourceChange } from './ports.ts'

/** Changes of resources, from those who make them to those who tell clients of them. */
export interface ChangeFeed extends ChangeBus {
  /** Returns what ends the listening. */
  subscribe(listener: (change: ResourceChange) => void): () => void
}

/** One feed a process: families publish, connections listen. A listener that throws does not stop the others. */
export function createChangeFeed(onError: (error: unknown) => void): ChangeFeed {
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
