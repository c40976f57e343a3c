import type { Clock } from './ports.ts'

export interface HandleLimits {
  /** For each owner, as are the bytes: nobody's values are pushed out by somebody else's. */
  readonly maxKeep: number
  readonly ttlSec: number
  readonly maxBytes?: number
}

export interface HandlePorts<T> {
  readonly clock: Clock
  readonly newId: () => string
  /** Roughly what a value costs to keep. */
  readonly bytesOf?: (value: T) => number
}

/** Values that can be had again under an id, for a while, by who put them there. */
export interface HandleStore<T> {
  keep(value: T, owner?: string): string
  /** Undefined also for the handle of another owner: whether it exists is nobody else's business. */
  get(id: string, owner?: string): T | undefined
}

interface Kept<T> {
  readonly value: T
  readonly expires: number
  readonly bytes: number
}

const DEFAULT_BYTES = 16 * 1024 * 1024

/** In memory; bounded for each owner in number, age and bytes, the oldest out first. */
export function createHandleStore<T>(limits: HandleLimits, ports: HandlePorts<T>): HandleStore<T> {
  const { clock, newId, bytesOf = () => 0 } = ports
  const { maxKeep, ttlSec, maxBytes = DEFAULT_BYTES } = limits
  const owners = new Map<string, Map<string, Kept<T>>>()

  const forgetExpired = () => {
    const now = clock.now()
    for (const [owner, kept] of owners) {
      // Insertion order is age, so the first one alive ends the search.
      for (const [id, { expires }] of kept) {
        if (expires > now) break
        kept.delete(id)
      }
      if (kept.size === 0) owners.delete(owner)
    }
  }
  return {
    keep(value, owner = '') {
      forgetExpired()
      const kept = owners.get(owner) ?? new Map<string, Kept<T>>()
      owners.set(owner, kept)
      const bytes = bytesOf(value)
      let total = bytes
      for (const other of kept.values()) total += other.bytes
      for (const [id, old] of kept) {
        if (kept.size < maxKeep && total <= maxBytes) break
        kept.delete(id)
        total -= old.bytes
      }
      const id = newId()
      kept.set(id, { value, bytes, expires: clock.now() + ttlSec * 1000 })
      return id
    },
    get(id, owner = '') {
      forgetExpired()
      return owners.get(owner)?.get(id)?.value
    },
  }
}
