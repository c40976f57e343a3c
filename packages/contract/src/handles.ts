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

/** What one owner has kept, oldest first, and what it takes together. */
interface Shelf<T> {
  readonly kept: Map<string, Kept<T>>
  bytes: number
}

const DEFAULT_BYTES = 16 * 1024 * 1024

/** In memory; bounded for each owner in number, age and bytes, the oldest out first. */
export function createHandleStore<T>(limits: HandleLimits, ports: HandlePorts<T>): HandleStore<T> {
  const { clock, newId, bytesOf = () => 0 } = ports
  const { maxKeep, ttlSec, maxBytes = DEFAULT_BYTES } = limits
  const owners = new Map<string, Shelf<T>>()

  const forget = (shelf: Shelf<T>, id: string, { bytes }: Kept<T>) => {
    shelf.kept.delete(id)
    shelf.bytes -= bytes
  }
  const forgetExpired = () => {
    const now = clock.now()
    for (const [owner, shelf] of owners) {
      // Insertion order is age, so the first one alive ends the search.
      for (const [id, old] of shelf.kept) {
        if (old.expires > now) break
        forget(shelf, id, old)
      }
      if (shelf.kept.size === 0) owners.delete(owner)
    }
  }
  return {
    keep(value, owner = '') {
      forgetExpired()
      const shelf = owners.get(owner) ?? { kept: new Map<string, Kept<T>>(), bytes: 0 }
      owners.set(owner, shelf)
      const bytes = bytesOf(value)
      for (const [id, old] of shelf.kept) {
        if (shelf.kept.size < maxKeep && shelf.bytes + bytes <= maxBytes) break
        forget(shelf, id, old)
      }
      const id = newId()
      const before = shelf.kept.get(id)
      if (before !== undefined) forget(shelf, id, before)
      shelf.kept.set(id, { value, bytes, expires: clock.now() + ttlSec * 1000 })
      shelf.bytes += bytes
      return id
    },
    get(id, owner = '') {
      forgetExpired()
      return owners.get(owner)?.kept.get(id)?.value
    },
  }
}
