import { type ConnectionMemory, createConnectionMemory } from '@shoko/contract'

/** What the server remembers of one connection: what it read, what it subscribed to. Never shared. */
export interface Session {
  readonly memory: ConnectionMemory
  readonly subscriptions: Set<string>
}

export function createSession(): Session {
  return { memory: createConnectionMemory(), subscriptions: new Set() }
}
