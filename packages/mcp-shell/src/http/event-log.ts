import type { EventLogs, KeptEvents } from '@shoko/contract'

interface EventLog {
  /** The part of the log that belongs to one session; `forget` when it ends. */
  open(): KeptEvents
}

export interface EventLogLimits {
  readonly events: number
  readonly bytes: number
}

export const EVENT_LOG_LIMITS: EventLogLimits = { events: 4096, bytes: 8 * 1024 * 1024 }

/** In this process: one log for each principal, for as long as it has sessions: the events of one never push out those of another. */
export function createEventLogs(limits: EventLogLimits = EVENT_LOG_LIMITS): EventLogs {
  const logs = new Map<string, { readonly log: EventLog; sessions: number }>()
  return {
    open({ principal }) {
      const own = logs.get(principal) ?? { log: createEventLog(limits), sessions: 0 }
      logs.set(principal, own)
      own.sessions++
      const { forget, ...events } = own.log.open()
      let forgotten = false
      return {
        ...events,
        forget() {
          if (forgotten) return
          forgotten = true
          forget()
          if (--own.sessions === 0) logs.delete(principal)
        },
      }
    },
  }
}

interface StoredEvent {
  readonly session: number
  readonly streamId: string
  readonly text: string
}

/**
 * The last events of a principal's sessions together, so that a client whose stream broke can go on where it was (Last-Event-ID).
 * Bounded: the oldest go first, and who comes back later than that starts anew.
 */
function createEventLog(limits: EventLogLimits = EVENT_LOG_LIMITS): EventLog {
  const events = new Map<string, StoredEvent>() // in order of arrival
  let bytes = 0
  let sessions = 0
  let arrivals = 0

  const drop = (id: string, event: StoredEvent): void => {
    events.delete(id)
    bytes -= event.text.length
  }
  const makeRoom = (): void => {
    for (const [id, event] of events) {
      if (events.size <= limits.events && bytes <= limits.bytes) return
      drop(id, event)
    }
  }

  return {
    open() {
      const session = ++sessions
      const own = (id: string): StoredEvent | undefined => {
        const event = events.get(id)
        return event?.session === session ? event : undefined
      }
      return {
        async storeEvent(streamId, message) {
          const id = `${session}-${++arrivals}`
          const text = JSON.stringify(message)
          events.set(id, { session, streamId, text })
          bytes += text.length
          makeRoom()
          return id
        },
        getStreamIdForEventId: async (id) => own(id)?.streamId,
        async replayEventsAfter(lastEventId, { send }) {
          const last = own(lastEventId)
          if (last === undefined) throw new Error('the event is not kept any more')
          let passed = false
          for (const [id, event] of [...events]) {
            const later = passed
            passed ||= id === lastEventId
            if (!later || event.session !== session || event.streamId !== last.streamId || event.text === '{}') continue
            await send(id, JSON.parse(event.text) as object) // written by storeEvent
          }
          return last.streamId
        },
        forget() {
          for (const [id, event] of events) if (event.session === session) drop(id, event)
        },
      }
    },
  }
}
