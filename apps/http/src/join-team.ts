import { join } from 'node:path'
import { type Logger, systemClock } from '@shoko/contract'
import {
  createRateLimiter,
  type DefinedFamily,
  documentRule,
  type HttpAppOptions,
  onMirror,
  type ShokoConfig,
  type Storage,
  TEAM_FOLDERS,
  userCacheDir,
} from '@shoko/mcp-shell'

/** A workspace of a database, as a server of a team serves it. */
export interface JoinedSpace {
  /** The settings with the folders of the mirror. */
  readonly config: ShokoConfig
  readonly storage: Storage
  /** What is served only where changes are kept. */
  readonly families: readonly DefinedFamily[]
  /** What this server keeps of its clients, for the others too. */
  readonly clients: Pick<HttpAppOptions, 'sessions' | 'events' | 'limiter' | 'space'>
  close(): Promise<void>
}

export interface JoinedTeam {
  /** The one that the settings name. */
  readonly own: JoinedSpace
  /** Another one of the same database; undefined where it has none of this name. */
  join(space: string): Promise<JoinedSpace | undefined>
  close(): Promise<void>
}

/** Undefined where no database is named, and then nothing of this is loaded; a number is the exit code after a sentence on stderr. */
export async function joinTeam(config: ShokoConfig, logger: Logger): Promise<JoinedTeam | number | undefined> {
  const { SHOKO_DATABASE_URL: url } = config
  if (typeof url !== 'string') return undefined
  const { openDatabase, SchemaError } = await import('@shoko/team-pg')
  const database = openDatabase(url)
  const joined = (space: string) => joinSpace({ ...config, SHOKO_SPACE: space }, { url, database, logger })
  try {
    const own = await joined(config.SHOKO_SPACE)
    return {
      own,
      async join(space) {
        try {
          return await joined(space)
        } catch (error) {
          if (error instanceof SchemaError) return undefined
          throw error
        }
      },
      async close() {
        await own.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    const { message } = error as Error
    process.stderr.write(`SHOKO_DATABASE_URL: ${message || 'the database cannot be reached'}\n`)
    return error instanceof SchemaError ? 2 : 1
  }
}

type Database = ReturnType<typeof import('@shoko/team-pg').openDatabase>

async function joinSpace(
  config: ShokoConfig,
  to: { readonly url: string; readonly database: Database; readonly logger: Logger },
): Promise<JoinedSpace> {
  const { openTeam, createTeamLimiter } = await import('@shoko/team-pg')
  const { historyFamily } = await import('./history-family.ts')
  const { HTTP_RATE_LIMIT: perMinute, SHOKO_SPACE: space } = config
  const team = await openTeam({
    ...to,
    space,
    mirrors: config.SHOKO_MIRRORS ?? join(userCacheDir(), 'mirrors'),
    families: TEAM_FOLDERS,
    isDocument: await documentRule(),
    staleReads: config.SHOKO_STALE_READS,
  })
  const limiter =
    perMinute === null
      ? undefined
      : createTeamLimiter(team, { perMinute, clock: systemClock, alone: createRateLimiter(perMinute, systemClock) })
  const { sessions, events } = team
  return {
    config: onMirror(config, team.folder),
    storage: team,
    families: [historyFamily(team.history)],
    clients: { sessions, events, space, ...(limiter === undefined ? {} : { limiter }) },
    close: () => team.close(),
  }
}
