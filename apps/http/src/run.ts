import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '@shoko/contract'
import { createHttpApp, createJsonLogger, createRuntime, type HttpApp, type ShokoConfig, withConfig } from '@shoko/mcp-shell'

const DRAIN_MS = 10_000

/** Serves streamable HTTP until a signal ends it; resolves with the exit code. */
export function runHttp(argv: readonly string[]): Promise<number> {
  return withConfig(argv, async ({ config, rest }) => {
    const problem = rest.length > 0 ? `unknown argument: ${rest[0]}` : exposedWithoutAuth(config)
    if (problem !== undefined) {
      process.stderr.write(`${problem}\n`)
      return 2
    }
    const logger = createJsonLogger({ level: config.LOG_LEVEL, clock: systemClock, write: (line) => process.stderr.write(line) })
    const runtime = createRuntime(config, { logger })
    const app = createHttpApp(runtime)
    const server = listenerFor(app, (error) => logger.log('error', { event: 'http.crash', stack: error.stack }))
    const failed = await listen(server, config)
    if (failed !== undefined) {
      process.stderr.write(`HTTP_PORT: cannot listen on ${config.HTTP_HOST}:${config.HTTP_PORT}: ${failed}\n`)
      return 2
    }
    process.stderr.write(
      `${JSON.stringify({ ts: Date.now(), level: 'info', event: 'http.listening', url: urlOf(server, config) })}\n`,
    )
    await signalled()
    await stop(server, app)
    await runtime.close()
    return 0
  })
}

function listenerFor(app: HttpApp, onCrash: (error: Error) => void): Server {
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 60_000, maxHeaderSize: 16 * 1024 },
    (request, response) => {
      app.handle(request, response).catch((error: Error) => {
        onCrash(error)
        if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'application/json' })
        response.end('{"error":"internal error"}')
      })
    },
  )
  server.maxConnections = 256
  return server
}

/** Anyone who can reach another address than loopback could read the notes. */
function exposedWithoutAuth(config: ShokoConfig): string | undefined {
  const loopback = ['127.0.0.1', '::1', 'localhost'].includes(config.HTTP_HOST) || config.HTTP_HOST.startsWith('127.')
  if (loopback || config.SHOKO_AUTH_TOKEN !== null || config.OAUTH_ISSUER !== null) return undefined
  return `HTTP_HOST: needs SHOKO_AUTH_TOKEN or OAUTH_ISSUER when it is not loopback (got ${JSON.stringify(config.HTTP_HOST)})`
}

function listen(server: Server, config: ShokoConfig): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'EADDRINUSE' ? 'the port is in use; choose another with --http-port' : (error.code ?? error.message),
      ),
    )
    server.listen(config.HTTP_PORT, config.HTTP_HOST, () => resolve(undefined))
  })
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

/** No new connections, streams closed, requests under way answered; then whoever is left is cut off. */
async function stop(server: Server, app: HttpApp): Promise<void> {
  app.drain()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await app.close()
  await closed
  clearTimeout(late)
}
