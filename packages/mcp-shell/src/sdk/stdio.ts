import type { Readable, Writable } from 'node:stream'
import type { Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { owner, type Principal } from '../principal.ts'
import type { Runtime } from '../runtime.ts'
import { LineGuard } from './line-guard.ts'
import { forwardChanges } from './notify.ts'
import { watchUris } from './resources.ts'
import { createServer } from './server.ts'

export interface StdioConnection {
  /** Resolves when the client has gone and what was under way has been answered. */
  readonly done: Promise<void>
  /** Stops taking requests, answers what is under way, closes. */
  close(): Promise<void>
}

const DRAIN_MS = 10_000
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024

export interface StdioStreams {
  readonly input: Readable
  readonly output: Writable
  /** Where several connections share the process: whose turn its calls take, and what every message is worked on in. */
  readonly turn?: string
  readonly within?: (work: () => void) => void
}

/** Serves one client over a pair of streams. The end of the input is held back until every request that came before it is answered. */
export function serveConnection(runtime: Runtime, streams: StdioStreams): StdioConnection {
  const principal: Principal = streams.turn === undefined ? owner : { ...owner, turn: streams.turn }
  const feed = new LineGuard(MAX_MESSAGE_BYTES, (refused) => {
    streams.output.write(`${JSON.stringify(refused.answer())}\n`)
  })
  const transport = new StdioServerTransport(feed, streams.output, { maxBufferSize: 2 * MAX_MESSAGE_BYTES })
  const pending = trackRequests(transport, { onListen: (uris) => watchUris(runtime, uris), within: streams.within })
  const session = runtime.openSession()
  const { promise: done, resolve: finished } = Promise.withResolvers<void>()
  const handle = serveStdio(
    ({ era }) => {
      const server = createServer(runtime, { era, session, principalOf: () => principal })
      const stop = forwardChanges(server, runtime, { session, era })
      server.onclose = stop
      return server
    },
    { transport, onerror: (error) => runtime.ports.logger.log('debug', { event: 'stdio.error', error: error.message }) },
  )
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= (async () => {
      streams.input.unpipe(feed)
      await emptied(feed)
      await pending.idle(DRAIN_MS)
      await handle.close()
      finished()
    })()
    return closing
  }
  streams.input.pipe(feed, { end: false })
  streams.input.once('end', close).once('error', close).once('close', close)
  streams.output.once('error', close).once('close', close)
  return { done, close }
}

/** Resolves once everything that was written to the feed has been read from it. */
async function emptied(feed: LineGuard): Promise<void> {
  while (feed.writableLength > 0 || feed.readableLength > 0) await new Promise((resolve) => setImmediate(resolve))
}

/** Counts requests in and answers out, and shows the URIs that a new-era client listens to. */
function trackRequests(
  transport: Transport,
  {
    onListen,
    within = (work) => work(),
  }: {
    readonly onListen: (uris: readonly string[]) => Promise<void>
    readonly within: StdioStreams['within']
  },
) {
  const open = new Set<string | number>()
  const waiting = new Set<() => void>()
  const settle = (id: unknown) => {
    if (typeof id !== 'string' && typeof id !== 'number') return
    open.delete(id)
    if (open.size === 0) for (const wake of waiting) wake()
  }
  const send = transport.send.bind(transport)
  transport.send = async (message, options) => {
    try {
      await send(message, options)
    } finally {
      // An answer that nobody can take any more is answered all the same.
      if (!('method' in message) && 'id' in message) settle(message.id)
    }
  }
  let receive: Transport['onmessage']
  Object.defineProperty(transport, 'onmessage', {
    get: () => (receive === undefined ? undefined : intercept),
    set: (handler: Transport['onmessage']) => {
      receive = handler
    },
  })
  const intercept: NonNullable<Transport['onmessage']> = (message, extra) => {
    if ('method' in message && 'id' in message && message.method !== 'subscriptions/listen') open.add(message.id)
    if ('method' in message && message.method === 'notifications/cancelled')
      settle((message.params as { requestId?: unknown } | undefined)?.requestId)
    if (!('method' in message) || message.method !== 'subscriptions/listen') return within(() => receive?.(message, extra))
    // Acknowledged only once the watching has begun, so that no change after the acknowledgement is missed.
    const pass = () => receive?.(message, extra)
    onListen(listenedUris(message.params)).then(pass, pass)
  }
  return {
    /** Waits until nothing is under way, but not for ever. */
    idle(limitMs: number): Promise<void> {
      if (open.size === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, limitMs)
        waiting.add(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
  }
}

export function listenedUris(params: unknown): readonly string[] {
  const filter = (params as { notifications?: { resourceSubscriptions?: unknown } } | undefined)?.notifications
  const uris = filter?.resourceSubscriptions
  return Array.isArray(uris) ? uris.filter((uri): uri is string => typeof uri === 'string') : []
}
