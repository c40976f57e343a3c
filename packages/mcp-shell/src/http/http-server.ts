import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ShokoConfig } from '../config/variables.ts'
import type { HttpApp } from './http-app.ts'

export interface ServerLimits {
  readonly connections: number
  readonly headersMs: number
  readonly requestMs: number
  readonly keepAliveMs: number
}

export const SERVER_LIMITS: ServerLimits = { connections: 1024, headersMs: 10_000, requestMs: 30_000, keepAliveMs: 60_000 }
const MAX_HEADER_BYTES = 16 * 1024
const MAX_HEADERS = 100
const CHECK_EVERY_MS = 1000
/** Requests sent ahead on one connection; hardly any client sends even one. */
const MOST_WAITING = 16

/** Node's server with limits on everything a client could keep open. */
export function createHttpServer(app: HttpApp, limits: ServerLimits = SERVER_LIMITS): Server {
  const connections = createConnectionTable(limits.connections)
  // Not imported: as a module it brings Node's fetch with it, which takes longer to load than all of ours, on stdio too.
  const server = process.getBuiltinModule('node:http').createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, limits.headersMs),
      maxHeaderSize: MAX_HEADER_BYTES,
      // The system notices peers that vanished without a word.
      keepAlive: true,
      keepAliveInitialDelay: limits.keepAliveMs,
    },
    (request, response) => {
      connections.begin(request, () => {
        response.once('close', () => connections.end(request.socket))
        void app.handle(request, response)
      })
    },
  )
  server.maxHeadersCount = MAX_HEADERS
  server.on('connection', (socket) => connections.add(socket))
  return server
}

const DRAIN_MS = 10_000
const HANG_UP_MS = 1000

/** Undefined once it listens; otherwise what is in the way. */
export function listenOn(
  server: Server,
  { HTTP_HOST, HTTP_PORT }: Pick<ShokoConfig, 'HTTP_HOST' | 'HTTP_PORT'>,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'EADDRINUSE' ? 'the port is in use; choose another with --http-port' : (error.code ?? error.message),
      ),
    )
    server.listen(HTTP_PORT, HTTP_HOST, () => resolve(undefined))
  })
}

/** Answers what is under way, ends the streams, and hangs up. */
export async function endHttpServer(server: Server, app: HttpApp): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  await app.drain(DRAIN_MS)
  server.closeIdleConnections()
  const late = setTimeout(() => server.closeAllConnections(), HANG_UP_MS)
  await closed
  clearTimeout(late)
}

interface Connection {
  current: IncomingMessage | undefined
  served: number
  readonly waiting: { readonly request: IncomingMessage; readonly start: () => void }[]
}

/**
 * At most so many connections, and one request at a time on each: who sends many without reading the answers would otherwise
 * have us hold all of them. A newcomer is not turned away while somebody holds one without a whole request on it:
 * first goes who never sent one, the longest connected first, then who is idle between two.
 */
function createConnectionTable(most: number) {
  const open = new Map<Socket, Connection>()
  const expendable = (newcomer: Socket): Socket => {
    const waiting = [...open].filter(([socket, { current }]) => socket !== newcomer && current?.complete !== true)
    const [socket = newcomer] = waiting.find(([, { served }]) => served === 0) ?? waiting[0] ?? []
    return socket
  }
  return {
    add(socket: Socket) {
      open.set(socket, { current: undefined, served: 0, waiting: [] })
      socket.once('close', () => open.delete(socket))
      if (open.size > most) expendable(socket).destroy()
    },
    begin(request: IncomingMessage, start: () => void) {
      const connection = open.get(request.socket)
      if (connection === undefined) return // it closed while its request was being read
      if (connection.waiting.length >= MOST_WAITING) return void request.socket.destroy()
      if (connection.current !== undefined) return void connection.waiting.push({ request, start })
      connection.current = request
      start()
    },
    end(socket: Socket) {
      const connection = open.get(socket)
      if (connection === undefined) return
      connection.current = undefined
      connection.served++
      const next = connection.waiting.shift()
      if (next !== undefined) this.begin(next.request, next.start)
    },
  }
}
