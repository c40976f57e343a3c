import { randomUUID } from 'node:crypto'
import type { SessionStore } from '@shoko/contract'
import type { QueryResultRow } from 'pg'
import { translated } from './failure.ts'
import type { SpaceParts } from './history.ts'

/** A session nobody has used for so long has ended. */
const IDLE_MS = 10 * 60_000

interface Row {
  readonly initialize: string
  readonly memory: Record<string, unknown>
  readonly subscriptions: string[]
  readonly is_old: boolean
}

/** What asks the tables about clients; a database that is away is told as such. */
export function asking({ database, space }: SpaceParts) {
  return async <Answer extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Answer[]> => {
    try {
      return await database.query<Answer>(text, [space, ...values])
    } catch (error) {
      throw translated(error)
    }
  }
}

export interface TeamSessions extends SessionStore {
  /** This server's name among those that serve sessions. */
  readonly server: string
  /** The bell: this server has saved this session. */
  heard(id: string, server: string): void
}

/** Sessions of a space, in a table: any server goes on with any of them. */
export function createTeamSessions(parts: SpaceParts, { idleMs = IDLE_MS } = {}): TeamSessions {
  const ask = asking(parts)
  const server = randomUUID()
  const listeners = new Set<(id: string) => void>()
  return {
    isShared: true,
    server,
    async begin({ id, principal, initialize }, most) {
      await ask(
        `select shoko.end_session($1, id) from shoko.sessions where space = $1 and
           (used_at < clock_timestamp() - $4 * interval '1 millisecond' or id in (
             select id from shoko.sessions where space = $1 and principal = $2 order by used_at desc offset $3))`,
        [principal, Math.max(0, most - 1), idleMs],
      )
      await ask('insert into shoko.sessions (space, id, principal, initialize, server) values ($1, $2, $3, $4, $5)', [
        id,
        principal,
        JSON.stringify(initialize),
        server,
      ])
    },
    async find(id, principal) {
      const text = `select initialize, memory, subscriptions, used_at < clock_timestamp() - interval '1 minute' as is_old
        from shoko.sessions where space = $1 and id = $2 and principal = $3
          and used_at >= clock_timestamp() - $4 * interval '1 millisecond'`
      const [row] = await ask<Row>(text, [id, principal, idleMs])
      if (row === undefined) return undefined
      if (row.is_old) await ask('update shoko.sessions set used_at = clock_timestamp() where space = $1 and id = $2', [id])
      const { memory, subscriptions } = row
      return { id, principal, initialize: JSON.parse(row.initialize) as unknown, memory, subscriptions }
    },
    async save(id, { memory, subscribed, unsubscribed }) {
      const text = `with saved as (
          update shoko.sessions set memory = memory || $3::jsonb, subscriptions = array(
            select distinct uri from unnest(subscriptions || $4::text[]) as uri where uri <> all($5::text[]))
          where space = $1 and id = $2 returning id
        ) select pg_notify('shoko', $1::integer || ' session ' || id || ' ' || $6::text) from saved`
      await ask(text, [id, JSON.stringify(memory), subscribed, unsubscribed, server])
    },
    async adopt(id) {
      const text = `with old as (select server from shoko.sessions where space = $1 and id = $2 for update)
        update shoko.sessions s set server = $3, used_at = clock_timestamp() from old
        where s.space = $1 and s.id = $2 returning old.server <> $3 as moved`
      const [row] = await ask<{ moved: boolean }>(text, [id, server])
      return row?.moved ?? false
    },
    async living(ids) {
      await ask(
        `select shoko.end_session($1, id) from shoko.sessions
         where space = $1 and id <> all($2) and used_at < clock_timestamp() - $3 * interval '1 millisecond'`,
        [ids, idleMs],
      )
      const text = `update shoko.sessions set used_at = clock_timestamp() where space = $1 and id = any($2) returning id`
      return new Set((await ask<{ id: string }>(text, [ids])).map(({ id }) => id))
    },
    async end(id) {
      await ask('select shoko.end_session($1, $2)', [id])
    },
    onSaved(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    heard(id, by) {
      if (by !== server) for (const listener of listeners) listener(id)
    },
  }
}
