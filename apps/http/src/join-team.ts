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

export interface JoinedTeam {
  /** The settings with the folders of the mirror. */
  readonly config: ShokoConfig
  readonly storage: Storage
  /** What is served only where changes are kept. */
  readonly families: readonly DefinedFamily[]
  /** What this server keeps of its clients, for the others too. */
  readonly clients: Pick<HttpAppOptions, 'sessions' | 'events' | 'limiter'>
  close(): Promise<void>
}

/** Undefined where no database is named, and then nothing of this is loaded; a number is the exit code after a sentence on stderr. */
export async function joinTeam(config: ShokoConfig, logger: Logger): Promise<JoinedTeam | number | undefined> {
  const { SHOKO_DATABASE_URL: url } = config
  if (typeof url !== 'string') return undefined
  const { openTeam, createTeamLimiter, SchemaError } = await import('@shoko/team-pg')
  try {
    const team = await openTeam({
      url,
      space: config.SHOKO_SPACE,
      mirrors: config.SHOKO_MIRRORS ?? join(userCacheDir(), 'mirrors'),
      families: TEAM_FOLDERS,
      isDocument: await documentRule(),
      staleReads: config.SHOKO_STALE_READS,
      logger,
    })
    const { historyFamily } = await import('./history-family.ts')
    const families = [historyFamily(team.history)]
    const { sessions, events } = team
    const perMinute = config.HTTP_RATE_LIMIT
    const alone = perMinute === null ? undefined : createRateLimiter(perMinute, systemClock)
    const limiter = alone && createTeamLimiter(team, { perMinute: perMinute!, clock: systemClock, alone })
    const clients = { sessions, events, ...(limiter === undefined ? {} : { limiter }) }
    return { config: onMirror(config, team.folder), storage: team, families, clients, close: () => team.close() }
  } catch (error) {
    const { message } = error as Error
    process.stderr.write(`SHOKO_DATABASE_URL: ${message || 'the database cannot be reached'}\n`)
    return error instanceof SchemaError ? 2 : 1
  }
}
