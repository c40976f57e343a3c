import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLogs, KeptEvents } from '@shoko/contract'
import type { SpaceParts } from './history.ts'
import { asking } from './session-store.ts'

export interface TeamEventOptions {
  /** Of this server, as its sessions know it. */
  readonly server: string
  readonly limits?: { readonly events: number; readonly bytes: number }
  /** How long who resumes a call that another server answers waits for the next event, before it may ask again. */
  readonly waitMs?: number
}

const LIMITS = { events: 4096, bytes: 8 * 1024 * 1024 }
const WAIT_MS = 5000
const PAUSE_MS = 40
/** The stream of what belongs to no call: one server sends it. */
const STANDALONE = '_GET_stream'
/** Of an event that only opened its stream. */
const OPENING = '{}'

interface EventRow {
  readonly id: string
  readonly stream: string
  readonly message: string
}

/** What was sent to sessions, in a table: a stream that broke on one server goes on at another. */
export function createTeamEvents(parts: SpaceParts, options: TeamEventOptions): EventLogs {
  const ask = asking(parts)
  const { server, limits = LIMITS, waitMs = WAIT_MS } = options
  return { open: ({ id }) => openLog(id) }

  function openLog(session: string): KeptEvents {
    /** Streams of calls that this server answers: what comes later on them, it sends itself. */
    const own = new Set<string>()

    async function eventOf(id: string): Promise<EventRow | undefined> {
      if (!/^\d{1,18}$/.test(id)) return undefined
      const text = 'select id, stream, message from shoko.session_events where space = $1 and session = $2 and id = $3'
      return (await ask<EventRow>(text, [session, id]))[0]
    }

    async function sendAfter({ id, stream }: EventRow, send: (id: string, message: object) => Promise<void>): Promise<number> {
      const text = `select id, stream, message from shoko.session_events
        where space = $1 and session = $2 and stream = $3 and id > $4 and message <> '${OPENING}' order by id`
      const rows = await ask<EventRow>(text, [session, stream, id])
      for (const row of rows) await send(row.id, JSON.parse(row.message) as object) // written by storeEvent
      return rows.length
    }

    return {
      async storeEvent(stream, message) {
        const isAlone = stream === STANDALONE
        if (!isAlone) own.add(stream)
        const said = JSON.stringify(message)
        if (isAnswer(said)) own.delete(stream)
        const text = 'select shoko.store_event($1, $2, $3, $4, $5, $6, $7, $8) as id'
        const [row] = await ask<{ id: string | null }>(text, [
          session,
          server,
          stream,
          said,
          isAlone,
          limits.events,
          limits.bytes,
        ])
        if (row?.id == null) throw new Error('the session has ended, or its stream is on another server')
        return row.id
      },
      getStreamIdForEventId: async (id) => (await eventOf(id))?.stream,
      async replayEventsAfter(lastEventId, { send }) {
        const last = await eventOf(lastEventId)
        if (last === undefined) throw new Error('the event is not kept any more')
        const isOver = () => last.stream === STANDALONE || own.has(last.stream) || isAnswer(last.message)
        const until = performance.now() + waitMs
        while ((await sendAfter(last, send)) === 0 && !isOver() && performance.now() < until) await sleep(PAUSE_MS)
        return last.stream
      },
      forget() {
        void ask('select shoko.forget_events($1, $2)', [session]).catch(() => {}) // goes with the session otherwise
      },
    }
  }
}

function isAnswer(message: string): boolean {
  const { result, error } = JSON.parse(message) as { result?: unknown; error?: unknown }
  return result !== undefined || error !== undefined
}
