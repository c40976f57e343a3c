import {
  type CallGate,
  type ChangeHistory,
  createOwnWrites,
  type EventLogs,
  type Figure,
  type Logger,
  type OwnWrites,
  type SessionStore,
  type SharedHandles,
  type StatsRows,
  systemClock,
} from '@shoko/contract'
import type { Sections } from '@shoko/core-fs'
import { Bell } from './bell.ts'
import { createTeamHandles, createTeamStats } from './client-tables.ts'
import { DATABASE_TIMES, type Database, type DatabaseTimes, openDatabase } from './database.ts'
import { createTeamEvents } from './event-logs.ts'
import { figuresOf, Tally } from './figures.ts'
import { Follower } from './follower.ts'
import { createGate } from './gate.ts'
import { createHistory } from './history.ts'
import { Mirror } from './mirror.ts'
import { type HeldFolder, holdMirrorFolder } from './mirror-folder.ts'
import { migrate, SchemaError } from './schema.ts'
import { createSections } from './sections.ts'
import { createTeamSessions } from './session-store.ts'
import { Windows } from './windows.ts'

export interface TeamOptions {
  readonly url: string
  /** Connections that are there already; the caller ends them. */
  readonly database?: Database
  /** Which of the database's workspaces; it must exist. */
  readonly space: string
  /** Where mirrors lie, absolute; each server takes a folder of its own in it. */
  readonly mirrors: string
  /** The first segments of documents' paths: one folder each. */
  readonly families: readonly string[]
  /** Whether a file, by its path in the mirror, is a document; what is derived from documents is not. */
  readonly isDocument: (path: string) => boolean
  readonly logger: Logger
  /** Answer reads from the mirror when the database is gone. */
  readonly staleReads?: boolean
  readonly times?: DatabaseTimes
}

const PACE_MS = 20
/** A server that is asked looks anyway, and tells its listeners of what it finds. */
const PACE_WHEN_ASKED_MS = 60

/** One server's part of a team: its mirror, and the ports that stand in for the embedded ones. */
export interface Team {
  /** The mirror's folder, absolute; each family has a folder of its own in it. */
  readonly folder: string
  readonly sections: Sections
  readonly gate: CallGate
  readonly history: ChangeHistory
  readonly sessions: SessionStore
  readonly events: EventLogs
  readonly handles: SharedHandles
  readonly stats: StatsRows
  figures(): readonly Figure[]
  /** Told of every file that changes in the mirror, whoever wrote it. */
  readonly writes: OwnWrites
  /** Told of files that other servers changed. */
  readonly arrivals: OwnWrites
  readonly database: Database
  readonly space: number
  readonly isDocument: (path: string) => boolean
  /** What the mirror has taken in. */
  readonly applied: number
  close(): Promise<void>
}

/** Connects, brings the schema up to date, fills a mirror and follows the log. Throws SchemaError when it must not. */
export async function openTeam(options: TeamOptions): Promise<Team> {
  const { logger } = options
  const database = options.database ?? openDatabase(options.url, options.times)
  const end = async () => (options.database === undefined ? database.close() : undefined)
  let folder: HeldFolder | undefined
  try {
    await upgrade(database)
    const space = await spaceNamed(database, options.space)
    const held = await holdMirrorFolder(options)
    folder = held
    const tally = new Tally()
    const writes = createOwnWrites()
    const arrivals = createOwnWrites()
    const mirror = new Mirror({ path: held.path, writes, arrivals, isDocument: options.isDocument })
    const follower = new Follower({ database, space, mirror, logger, tally })
    await mirror.prepare(options.families)
    const started = performance.now()
    const filled = await follower.fill()
    logger.log('info', { event: 'team.mirror_filled', ...filled, ms: Math.round(performance.now() - started) })
    const windows = new Windows()
    const sessions = createTeamSessions({ database, space })
    const bell = new Bell({ database, space, onChange: paced(follower, logger), onSession: sessions.heard })
    const committed = (seq: number) => bell.committed(seq)
    return {
      folder: held.path,
      sections: createSections({ database, space, mirror, follower, windows, logger, tally, committed }),
      gate: createGate({ follower, windows, staleReads: options.staleReads ?? false }),
      figures: () => figuresOf(tally, { applied: follower.applied, hears: bell.hears }),
      history: createHistory({ database, space }),
      sessions,
      events: createTeamEvents({ database, space }, { server: sessions.server }),
      handles: createTeamHandles({ database, space }, systemClock),
      stats: createTeamStats({ database, space }),
      writes,
      arrivals,
      database,
      space,
      isDocument: options.isDocument,
      get applied() {
        return follower.applied
      },
      async close() {
        await bell.close()
        await follower.settle()
        mirror.close()
        await held.release()
        await end()
      },
    }
  } catch (error) {
    await folder?.release()
    await end()
    throw error
  }
}

/** Follows a bell, but lets strokes that come quickly share a look, and those that calls have: who needs the newest asks anyway. */
function paced(follower: Follower, logger: Logger): (seq?: number) => void {
  let isDue = false
  let heard = 0
  let own = Number.NEGATIVE_INFINITY
  const freeAt = () => follower.lookedAt + (follower.lookedAt === own ? PACE_MS : PACE_WHEN_ASKED_MS)
  const wait = () => {
    // At least a moment: of its own commit a server hears by its answer too, and then there is nothing to fetch.
    setTimeout(() => void look(), Math.max(1, freeAt() - performance.now())).unref()
  }
  const look = async () => {
    if (heard > follower.applied && performance.now() < freeAt()) return wait()
    isDue = false
    try {
      if (heard <= follower.applied) return
      await follower.renew()
    } catch (error) {
      logger.log('debug', { event: 'team.follow_failed', cause: String(error) })
    }
    own = follower.lookedAt
  }
  return (seq = Number.POSITIVE_INFINITY) => {
    heard = seq
    if (isDue) return
    isDue = true
    wait()
  }
}

async function upgrade(database: Database): Promise<void> {
  const client = await database.connect()
  try {
    await migrate(client, { make: false })
  } finally {
    client.release(true)
  }
}

async function spaceNamed(database: Database, name: string): Promise<number> {
  const rows = await database.query<{ id: number }>('select id from shoko.spaces where name = $1', [name])
  const id = rows[0]?.id
  if (id === undefined) throw new SchemaError(`the database has no space ${JSON.stringify(name)}; make it with: shoko team init`)
  return id
}

/** The database without a mirror, for commands. */
export async function openSpace(url: string, space: string): Promise<{ readonly database: Database; readonly space: number }> {
  const database = openDatabase(url, { ...DATABASE_TIMES, answerMs: 60_000 })
  try {
    await upgrade(database)
    return { database, space: await spaceNamed(database, space) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Makes the schema and the space, where they are not there yet. */
export async function initTeam(url: string, space: string): Promise<{ readonly made: boolean }> {
  const database = openDatabase(url)
  try {
    const client = await database.connect()
    try {
      await migrate(client, { make: true })
    } finally {
      client.release(true)
    }
    const text = 'insert into shoko.spaces (name) values ($1) on conflict do nothing returning id'
    return { made: (await database.query(text, [space])).length > 0 }
  } finally {
    await database.close()
  }
}
