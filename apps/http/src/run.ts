import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Logger, systemClock } from '@shoko/contract'
import {
  behindAnswers,
  createHttpApp,
  createHttpServer,
  createJsonLogger,
  createRuntime,
  createTelemetry,
  endHttpServer,
  isSafeUrl,
  listenOn,
  noteServer,
  type ShokoConfig,
  type Telemetry,
  withConfig,
  youngHeap,
} from '@shoko/mcp-shell'
import { type JoinedTeam, joinTeam } from './join-team.ts'
import { createSpaces, type ServedSpace } from './spaces.ts'

/** Serves streamable HTTP until a signal ends it; resolves with the exit code. */
export function runHttp(argv: readonly string[]): Promise<number> {
  return withConfig(argv, async ({ config, rest }) => {
    const problem = rest.length > 0 ? `unknown argument: ${rest[0]}` : unsafeSetting(config)
    if (problem !== undefined) {
      process.stderr.write(`${problem}\n`)
      return 2
    }
    youngHeap('stays')
    process.stderr.on('error', () => {}) // nobody reads the log any more: not a reason to die in the middle of a write
    const telemetry = createTelemetry(
      createJsonLogger({
        level: config.LOG_LEVEL,
        clock: systemClock,
        write: behindAnswers((lines) => process.stderr.write(lines)),
      }),
    )
    const team = await joinTeam(config, telemetry.logger)
    if (typeof team === 'number') return team
    const { storage, families = [] } = team?.own ?? {}
    const runtime = createRuntime(team?.own.config ?? config, { ...telemetry, views: loadViews, storage, families })
    const own = createHttpApp(runtime, { telemetry, page: loadPage, ...team?.own.clients })
    const spaces = team && createSpaces({ config, telemetry, own, open: (name) => openSpace(team, name, telemetry.logger) })
    const app = spaces ?? own
    const server = createHttpServer(app)
    // Its first change holds a lock that all servers wait for: what is loaded then, everybody waits for.
    if (team !== undefined) await runtime.load()
    const failed = await listenOn(server, config)
    if (failed !== undefined) {
      process.stderr.write(`HTTP_PORT: cannot listen on ${config.HTTP_HOST}:${config.HTTP_PORT}: ${failed}\n`)
      return 2
    }
    surviveCrashes(telemetry)
    const gone = noteServer('http', config.WORKSPACE_ROOT)
    void runtime.prepare()
    process.stderr.write(
      `${JSON.stringify({ ts: Date.now(), level: 'info', event: 'http.listening', url: urlOf(server, config) })}\n`,
    )
    await signalled()
    await endHttpServer(server, app)
    await spaces?.close()
    await runtime.close()
    gone()
    await team?.close()
    return 0
  })
}

/** Another workspace of the database: its own indexes, sessions, limits and figures, in this process. */
async function openSpace(team: JoinedTeam, name: string, logger: Logger): Promise<ServedSpace | undefined> {
  const joined = await team.join(name)
  if (joined === undefined) return undefined
  const telemetry = createTelemetry({ log: (level, fields) => logger.log(level, { space: name, ...fields }) })
  const { config, storage, families, clients } = joined
  const runtime = createRuntime(config, { ...telemetry, views: loadViews, storage, families })
  const app = createHttpApp(runtime, { telemetry, ...clients })
  await runtime.load()
  void runtime.prepare()
  return {
    app,
    async close() {
      await runtime.close()
      await joined.close()
    },
  }
}

/** A chunk of its own, which a server that nobody looks at never reads. */
async function loadPage() {
  return (await import('@shoko/page')).pageFiles
}

async function loadViews() {
  return (await import('@shoko/page/views')).viewFiles
}

/** Anyone who can reach another address than loopback could read the notes; tokens in the clear could be read on their way. */
function unsafeSetting(config: ShokoConfig): string | undefined {
  const loopback = ['127.0.0.1', '::1', 'localhost'].includes(config.HTTP_HOST) || config.HTTP_HOST.startsWith('127.')
  if (!loopback && config.SHOKO_AUTH_TOKEN === null && config.OAUTH_ISSUER === null)
    return `HTTP_HOST: needs SHOKO_AUTH_TOKEN or OAUTH_ISSUER when it is not loopback (got ${JSON.stringify(config.HTTP_HOST)})`
  if (config.OAUTH_ISSUER !== null && !isSafeUrl(config.OAUTH_ISSUER))
    return `OAUTH_ISSUER: must be https unless it is on this machine (got ${JSON.stringify(config.OAUTH_ISSUER)})`
  return undefined
}

/** Many clients share this process, and what they saved is on disk: an error that no request caught is told and outlived. */
function surviveCrashes({ logger, metrics }: Telemetry): void {
  const tell = (error: unknown) => {
    metrics.crashed()
    logger.log('error', { event: 'process.crash', stack: error instanceof Error ? error.stack : String(error) })
  }
  process.on('uncaughtException', tell).on('unhandledRejection', tell)
}

function urlOf(server: Server, config: ShokoConfig): string {
  const { port } = server.address() as AddressInfo // it listens on TCP
  const host = config.HTTP_HOST.includes(':') ? `[${config.HTTP_HOST}]` : config.HTTP_HOST
  return `http://${host}:${port}/mcp`
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

/** No new connections, calls under way answered, streams ended; then whoever is left is cut off. */
