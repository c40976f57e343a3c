import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer, type Server, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { type Logger, systemClock } from '@shoko/contract'
import { openRoot } from '@shoko/core-fs'
import { type MeetingPlace, openMeetingPlace } from '@shoko/core-fs/meeting-place'
import { createJsonLogger } from '../log/json-log.ts'
import { REST_MS } from '../rest.ts'
import { createRuntime, type Runtime } from '../runtime.ts'
import { type StdioConnection, serveConnection } from '../sdk/stdio.ts'
import type { LoadViews } from '../sdk/views.ts'
import { LOG_MARK, type SharedOrder, socketName, startName } from './identity.ts'
import { linkToShared } from './link.ts'
import { meet } from './meet.ts'
import { createPages, type LoadPage } from './pages.ts'
import { noteServer, notesOfLiving } from './running.ts'

/** For so long it waits for another client: some start a server twice, and an agent that begins anew finds everything ready. */
const LINGER_MS = 5000
const LOCK_MS = 8000
const LOOK_MS = 50

/** What the program has beside the tools; each is read when it is asked for. */
export interface SharedParts {
  readonly views: LoadViews
  readonly page: LoadPage
}

interface Served {
  readonly order: SharedOrder
  readonly parts: SharedParts
}

/** Small buffers are cut from pieces that the allocator maps one by one, and gives back one by one. */
const BUFFER_POOL = 64 * 1024

/**
 * Serves every stdio client of one order until the last has gone; resolves with the exit code. One process at a time holds the
 * lock, which the kernel releases however it ends; another that was started beside it sees that it is not needed.
 */
export async function runSharedProcess(order: SharedOrder, parts: SharedParts): Promise<number> {
  Buffer.poolSize = BUFFER_POOL
  // This heap has been made by now; those of threads have bounds of their own, which the flag would take the place of.
  setFlagsFromString('--max-semi-space-size=0')
  const place = openMeetingPlace(order.folder)
  const address = place?.address(socketName(order.key))
  if (place === undefined || address === undefined) return 3
  const root = openRoot(order.folder, { closed: 'cache', lockPath: `${order.key}.db` })
  const needed = whileNeeded(place, order)
  try {
    await root.exclusive(
      async () => {
        needed.settle()
        await serveClients(place, address, { order, parts })
      },
      { timeoutMs: LOCK_MS, signal: needed.signal },
    )
    return 0
  } catch (error) {
    if (needed.signal.aborted) return 0
    throw error
  } finally {
    needed.settle()
    root.close()
  }
}

/** Aborted as soon as another process serves the order. */
function whileNeeded(place: MeetingPlace, order: SharedOrder): { readonly signal: AbortSignal; settle(): void } {
  const other = new AbortController()
  const nothing = { message() {}, log() {}, drained() {}, closed() {} }
  const look = setInterval(async () => {
    const link = await linkToShared(place, order, nothing)
    link?.destroy()
    if (link !== undefined) other.abort()
  }, LOOK_MS)
  return { signal: other.signal, settle: () => clearInterval(look) }
}

/** A client's place for log lines; what belongs to no call goes to everybody. */
type LogTo = (line: string) => void

async function serveClients(place: MeetingPlace, address: string, { order, parts }: Served): Promise<void> {
  const clients = new Map<StdioConnection, LogTo>()
  const current = new AsyncLocalStorage<LogTo>()
  const write = (line: string) => {
    const own = current.getStore()
    if (own !== undefined) own(line)
    else for (const tell of clients.values()) tell(line)
  }
  const logger = createJsonLogger({ level: order.config.LOG_LEVEL, clock: systemClock, write })
  outliveErrors(logger)
  const pages = createPages({ logger, page: parts.page, runtime: () => runtime })
  const runtime = createRuntime(order.config, { logger, restAfterMs: REST_MS, views: parts.views, observe: pages.observe })
  runtime.warm() // whoever has started this process is about to ask
  const gone = noteServer('shared', order.config.WORKSPACE_ROOT)
  const presence = createPresence(() => clients.size + pages.size > 0)
  let served = 0
  const serve = (socket: Socket) => {
    const tell: LogTo = (line) => void (socket.writable && socket.write(LOG_MARK + line))
    const connection = serveConnection(runtime, {
      input: socket,
      output: socket,
      turn: `client ${++served}`,
      within: (work) => current.run(tell, work),
    })
    clients.set(connection, tell)
    presence.came()
    void connection.done.then(() => {
      clients.delete(connection)
      socket.end()
      socket.destroySoon()
      presence.left()
    })
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {}) // it closes, which is what counts
    void meet(socket, order.key).then((visitor) => {
      if (visitor === 'client') serve(socket)
      else if (visitor !== undefined) {
        pages.hold(socket, visitor, presence.left)
        presence.came()
      }
    })
  })
  await listen(server, { place, address, key: order.key })
  await presence.over
  await pages.close()
  await endAll(server, { clients: [...clients.keys()], runtime })
  gone()
  notesOfLiving() // clients that were killed have left theirs
}

async function listen(
  server: Server,
  { place, address, key }: { readonly place: MeetingPlace; readonly address: string; readonly key: string },
): Promise<void> {
  const name = socketName(key)
  place.remove(name) // whoever left it is dead: the lock is ours
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  place.close(name)
  place.remove(startName(key)) // should this process die, the next client need not wait to start another
}

/** No new clients; those that are there are answered; then the indexes and files are put away. */
async function endAll(
  server: Server,
  { clients, runtime }: { readonly clients: readonly StdioConnection[]; readonly runtime: Runtime },
) {
  server.close()
  await Promise.all(clients.map((client) => client.close()))
  await runtime.close()
}

/** Over when nobody has been there for a while, or a signal says so. */
function createPresence(isAnybodyThere: () => boolean) {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  const left = () => {
    clearTimeout(timer)
    if (!isAnybodyThere()) timer = setTimeout(resolve, LINGER_MS)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
  left()
  return { over, left, came: () => clearTimeout(timer) }
}

/** Several clients depend on this process, and what they saved is on disk: an error that no call caught is told and outlived. */
function outliveErrors(logger: Logger): void {
  const tell = (error: unknown) =>
    logger.log('error', { event: 'process.crash', stack: error instanceof Error ? error.stack : String(error) })
  process.on('uncaughtException', tell).on('unhandledRejection', tell)
}
