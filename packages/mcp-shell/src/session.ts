import { type ConnectionMemory, createConnectionMemory } from '@shoko/contract'

/** What the server remembers of one connection: what it read, what it subscribed to. Never shared. */
export interface Session {
  readonly memory: ConnectionMemory
  readonly subscriptions: Subscriptions
}

/** Charges somebody for a subscription; undefined when there is no room, otherwise what gives it back. */
export type ChargeSubscription = (uri: string) => (() => void) | undefined

export interface Subscriptions {
  has(uri: string): boolean
  /** False when there is no room for another. */
  add(uri: string): boolean
  delete(uri: string): void
  clear(): void
  all(): readonly string[]
}

const MAX_SUBSCRIPTIONS = 1000
const free = () => () => {}

export function createSession(charge: ChargeSubscription = free): Session {
  return { memory: createConnectionMemory(), subscriptions: createSubscriptions(charge) }
}

function createSubscriptions(charge: ChargeSubscription): Subscriptions {
  const kept = new Map<string, () => void>()
  const drop = (uri: string) => {
    kept.get(uri)?.()
    kept.delete(uri)
  }
  return {
    has: (uri) => kept.has(uri),
    add(uri) {
      if (kept.has(uri)) return true
      const giveBack = kept.size < MAX_SUBSCRIPTIONS ? charge(uri) : undefined
      if (giveBack === undefined) return false
      kept.set(uri, giveBack)
      return true
    },
    delete: drop,
    all: () => [...kept.keys()],
    clear() {
      for (const uri of [...kept.keys()]) drop(uri)
    },
  }
}
