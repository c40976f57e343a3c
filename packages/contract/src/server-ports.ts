import type { Clock } from './ports.ts'

/** What a server keeps of its clients. Where several servers share a workspace, they share this too. */

/** Where several servers share a limit, whoever keeps it may take a moment to answer. */
export interface RateLimiter {
  /** Seconds to wait, or undefined when the caller may go on. */
  take(caller: string, messages?: number): number | undefined | Promise<number | undefined>
}

/** What was sent to one session, so that a stream that broke can go on. */
export interface KeptEvents {
  storeEvent(streamId: string, message: object): Promise<string>
  /** Undefined: not kept, or another session's. */
  getStreamIdForEventId(id: string): Promise<string | undefined>
  /** Sends what came after an event on its stream, and gives the stream. Throws for an event that is not kept. */
  replayEventsAfter(lastEventId: string, to: { send(id: string, message: object): Promise<void> }): Promise<string>
  /** The session has ended. */
  forget(): void
}

/** The same of all sessions; those of one principal never push out another's. */
export interface EventLogs {
  open(session: { readonly id: string; readonly principal: string }): KeptEvents
}

/** A session as another server needs it to go on. */
export interface StoredSession {
  readonly id: string
  readonly principal: string
  /** The message that it was begun with, to be said again. */
  readonly initialize: unknown
  /** What its connection remembers, by slot. */
  readonly memory: Readonly<Record<string, unknown>>
  readonly subscriptions: readonly string[]
}

export interface SessionState {
  readonly memory: Readonly<Record<string, unknown>>
  readonly subscribed: readonly string[]
  readonly unsubscribed: readonly string[]
}

/** The sessions of a principal, wherever they are served. */
export interface SessionStore {
  /** Others may go on with a session that this server has closed, or never had. */
  readonly isShared: boolean
  /** Where the principal has more than so many, its least used one makes room. */
  begin(session: Pick<StoredSession, 'id' | 'principal' | 'initialize'>, most: number): Promise<void>
  /** Undefined: there is none, or it is somebody else's. */
  find(id: string, principal: string): Promise<StoredSession | undefined>
  save(id: string, state: SessionState): Promise<void>
  /** From now on this server sends what belongs to no call. True: until now another did. */
  adopt(id: string): Promise<boolean>
  /** Which of these, all in use here, are still there. */
  living(ids: readonly string[]): Promise<ReadonlySet<string>>
  end(id: string): Promise<void>
  /** Told when another server has saved a session; returns what ends the listening. */
  onSaved(listener: (id: string) => void): () => void
}

/** In this process: a session is there for as long as its server has it. */
export function createSessionStore(): SessionStore {
  const kept = new Map<string, StoredSession>()
  return {
    isShared: false,
    async begin(session) {
      kept.set(session.id, { ...session, memory: {}, subscriptions: [] })
    },
    async find(id, principal) {
      const session = kept.get(id)
      return session?.principal === principal ? session : undefined
    },
    async save(id, { memory, subscribed, unsubscribed }) {
      const session = kept.get(id)
      if (session === undefined) return
      const subscriptions = new Set([...session.subscriptions, ...subscribed])
      for (const uri of unsubscribed) subscriptions.delete(uri)
      kept.set(id, { ...session, memory: { ...session.memory, ...memory }, subscriptions: [...subscriptions] })
    },
    adopt: async () => false,
    living: async (ids) => new Set(ids.filter((id) => kept.has(id))),
    async end(id) {
      kept.delete(id)
    },
    onSaved: () => () => {},
  }
}

/** Small values under an id that can be had again by who put them there, on any server; JSON. */
export interface SharedHandles {
  put(handle: {
    readonly id: string
    readonly owner: string
    readonly value: unknown
    readonly ttlSec: number
    /** Of this owner; the oldest go. */
    readonly maxKeep: number
  }): Promise<void>
  /** Undefined: unknown, expired, or somebody else's. */
  get(id: string, owner: string): Promise<unknown>
}

export function createSharedHandles(clock: Clock): SharedHandles {
  const owners = new Map<string, Map<string, { readonly value: unknown; readonly expires: number }>>()
  return {
    async put({ id, owner, value, ttlSec, maxKeep }) {
      const own = owners.get(owner) ?? new Map()
      owners.set(owner, own.set(id, { value, expires: clock.now() + ttlSec * 1000 }))
      for (const oldest of own.keys()) {
        if (own.size <= maxKeep) break
        own.delete(oldest)
      }
    },
    async get(id, owner) {
      const found = owners.get(owner)?.get(id)
      return found !== undefined && found.expires > clock.now() ? found.value : undefined
    },
  }
}

/** Rows about what happened, without any text of it, from which later calls learn. */
export interface StatsRows {
  /** Those since then, oldest first. */
  since(ts: number): Promise<readonly { readonly ts: number; readonly cutOff: boolean }[]>
  add(row: { readonly ts: number; readonly cut_off: boolean }): Promise<void>
}
