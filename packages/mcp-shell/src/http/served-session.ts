import type { EventStore, JSONRPCMessage, Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { KeptEvents, SessionStore, StoredSession } from '@shoko/contract'
import type { Runtime } from '../runtime.ts'
import { watchUris } from '../sdk/resources.ts'
import type { Session } from '../session.ts'
import { ADDRESS, type Exchange, handedOn } from './exchange.ts'

/** A session that this server has: begun here, or taken over from another. */
export interface ServedSession {
  readonly id: string
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: Server
  /** Only who opened a session may use it. */
  readonly principal: string
  readonly session: Session
  usedAt: number
  requests: number
  /** Requests and streams that are open right now; such a session is not idle. */
  busy: number
}

/** What stands beside a session's transport: the events that it keeps, and its state where servers share it. */
export interface SessionKeeper {
  readonly eventStore: EventStore
  /** Takes in what other servers have saved. */
  refresh(stored: StoredSession): Promise<void>
  /** What is sent meanwhile is nobody's: the handshake of a session that is taken over. */
  silently<T>(work: () => Promise<T>): Promise<T>
}

/** The stream of what belongs to no call, as the SDK names it. */
const STANDALONE = '_GET_stream'

export function createSessionKeeper(
  runtime: Runtime,
  parts: { readonly id: string; readonly store: SessionStore; readonly events: KeptEvents; readonly session: Session },
): SessionKeeper {
  const { id, store, events, session } = parts
  const { logger } = runtime.ports
  let isSilent = false
  const saved = { memory: new Map<string, string>(), subscriptions: new Set<string>() }

  /** Before an answer leaves, whoever serves the next request can know what this one did. */
  async function save(): Promise<void> {
    if (!store.isShared) return
    const dumped = Object.entries(session.memory.dump()).map(([name, value]) => ({ name, value, text: JSON.stringify(value) }))
    const changed = dumped.filter(({ name, text }) => saved.memory.get(name) !== text)
    const now = new Set(session.subscriptions.all())
    const subscribed = [...now.difference(saved.subscriptions)]
    const unsubscribed = [...saved.subscriptions.difference(now)]
    if (changed.length + subscribed.length + unsubscribed.length === 0) return
    const memory = Object.fromEntries(changed.map(({ name, value }) => [name, value]))
    await store.save(id, { memory, subscribed, unsubscribed })
    for (const { name, text } of changed) saved.memory.set(name, text)
    saved.subscriptions = now
  }

  return {
    eventStore: {
      async storeEvent(streamId, message) {
        if (isSilent) return 'unkept'
        try {
          if ('result' in message) await save()
          return await events.storeEvent(streamId, message)
        } catch (error) {
          // Another server tells the client; here nobody listens.
          if (streamId === STANDALONE) throw error
          // An answer that cannot be kept is still an answer; it cannot be asked for again.
          logger.log('warn', { event: 'http.event_not_kept', cause: String(error) })
          return 'unkept'
        }
      },
      getStreamIdForEventId: (eventId) => events.getStreamIdForEventId(eventId),
      replayEventsAfter: (eventId, { send }) =>
        events.replayEventsAfter(eventId, { send: (at, message) => send(at, message as JSONRPCMessage) }), // as it was stored
    },
    async refresh({ memory, subscriptions }) {
      const changed = Object.entries(memory).filter(([name, value]) => saved.memory.get(name) !== JSON.stringify(value))
      session.memory.load(Object.fromEntries(changed))
      for (const [name, value] of changed) saved.memory.set(name, JSON.stringify(value))
      const now = new Set(subscriptions)
      for (const uri of saved.subscriptions.difference(now)) session.subscriptions.delete(uri)
      const added = [...now.difference(saved.subscriptions)].filter((uri) => session.subscriptions.add(uri))
      saved.subscriptions = now
      await watchUris(runtime, added).catch(() => {}) // told when it changes through a server, all the same
    },
    async silently(work) {
      isSilent = true
      try {
        return await work()
      } finally {
        isSilent = false
      }
    },
  }
}

/** Says the handshake again that the session was begun with, so that this server's side of it stands where the first one's did. */
export async function sayAgain(transport: WebStandardStreamableHTTPServerTransport, stored: StoredSession, exchange: Exchange) {
  const headers = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    'Mcp-Session-Id': stored.id,
  }
  const say = async (body: unknown) => {
    const request = new Request(ADDRESS, { method: 'POST', headers })
    const response = await transport.handleRequest(request, handedOn({ ...exchange, body }))
    await response.text()
    if (!response.ok) throw new Error(`the handshake of a session is refused: ${response.status}`)
  }
  await say(stored.initialize)
  await say({ jsonrpc: '2.0', method: 'notifications/initialized' })
}
