import type { Clock, RateLimiter, SharedHandles, StatsRows } from '@shoko/contract'
import type { SpaceParts } from './history.ts'
import { asking } from './session-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** One bucket a caller for all servers. While the database is away, each server counts for itself. */
export function createTeamLimiter(
  parts: SpaceParts,
  options: { readonly perMinute: number; readonly clock: Clock; readonly alone: RateLimiter },
): RateLimiter {
  const ask = asking(parts)
  const { perMinute, clock, alone } = options
  return {
    async take(caller, messages = 1) {
      try {
        const values = [caller, perMinute, messages, clock.now()]
        const [row] = await ask<{ wait: number | null }>('select shoko.take_tokens($1, $2, $3, $4, $5) as wait', values)
        return row?.wait ?? undefined
      } catch {
        return alone.take(caller, messages)
      }
    },
  }
}

export function createTeamHandles(parts: SpaceParts, clock: Clock): SharedHandles {
  const ask = asking(parts)
  return {
    async put({ id, owner, value, ttlSec, maxKeep }) {
      const expires = new Date(clock.now() + ttlSec * 1000)
      const text = 'insert into shoko.handles (space, id, owner, value, expires) values ($1, $2, $3, $4, $5)'
      await ask(text, [id, owner, JSON.stringify(value), expires])
      await ask(
        `delete from shoko.handles where space = $1 and (expires < $4 or id in (
           select id from shoko.handles where space = $1 and owner = $2 order by number desc offset $3))`,
        [owner, maxKeep, new Date(clock.now())],
      )
    },
    async get(id, owner) {
      const text = 'select value from shoko.handles where space = $1 and id = $2 and owner = $3 and expires > $4'
      const [row] = await ask<{ value: string }>(text, [id, owner, new Date(clock.now())])
      return row === undefined ? undefined : (JSON.parse(row.value) as unknown)
    },
  }
}

export function createTeamStats(parts: SpaceParts): StatsRows {
  const ask = asking(parts)
  return {
    async since(ts) {
      const text = 'select ts, cut_off from shoko.stats where space = $1 and ts >= $2 order by ts'
      const rows = await ask<{ ts: string; cut_off: boolean }>(text, [ts])
      return rows.map((row) => ({ ts: Number(row.ts), cutOff: row.cut_off }))
    },
    async add(row) {
      await ask('insert into shoko.stats (space, ts, cut_off, said) values ($1, $2, $3, $4)', [row.ts, row.cut_off, row])
      await ask('delete from shoko.stats where space = $1 and ts < $2', [row.ts - DAY_MS])
    },
  }
}
