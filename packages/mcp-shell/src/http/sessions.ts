import { randomUUID } from 'node:crypto'
import { type McpHandlerRequestOptions, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Runtime } from '../runtime.ts'
import { forwardChanges } from '../sdk/notify.ts'
import { createServer } from '../sdk/server.ts'
import { plainJsonWhenAlone } from './plain-json.ts'

export interface SessionLimits {
  readonly most: number
  readonly idleMs: number
}

interface OpenSession {
  readonly transport: WebStandardStreamableHTTPServerTransport
  usedAt: number
  /** Requests and streams that are open right now; such a session is not idle. */
  busy: number
}

/** The 2025-era sessions of one HTTP server, each with its own SDK server and memory. Bounded; idle ones are closed. */
export interface SessionTable {
  readonly size: number
  has(id: string): boolean
  start(request: Request, options: McpHandlerRequestOptions): Promise<Response>
  handle(id: string, request: Request, options: McpHandlerRequestOptions): Promise<Response>
  close(): Promise<void>
}

export function createSessionTable(runtime: Runtime, limits: SessionLimits): SessionTable {
  const { clock } = runtime.ports
  const open = new Map<string, OpenSession>()
  const sweep = setInterval(() => closeIdle(open, clock.now() - limits.idleMs), Math.min(limits.idleMs, 30_000))
  sweep.unref()

  const serve = async (session: OpenSession, request: Request, options: McpHandlerRequestOptions) => {
    session.busy++
    session.usedAt = clock.now()
    const release = once(() => {
      session.busy--
      session.usedAt = clock.now()
    })
    try {
      const response = await session.transport.handleRequest(request, options)
      if (request.method === 'GET') return onEnd(response, release)
      const shaped = await plainJsonWhenAlone(response)
      return shaped.headers.get('content-type')?.startsWith('text/event-stream') ? onEnd(shaped, release) : (release(), shaped)
    } catch (error) {
      release()
      throw error
    }
  }

  return {
    get size() {
      return open.size
    },
    has: (id) => open.has(id),
    async start(request, options) {
      if (open.size >= limits.most && !closeOldestIdle(open)) return tooMany(limits.most)
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void open.set(id, opened),
      })
      const opened: OpenSession = { transport, usedAt: clock.now(), busy: 0 }
      const session = runtime.openSession()
      const server = createServer(runtime, { era: 'legacy', session })
      const stop = forwardChanges(server, runtime, { session, era: 'legacy' })
      server.onclose = () => {
        stop()
        if (transport.sessionId !== undefined) open.delete(transport.sessionId)
      }
      await server.connect(transport)
      const response = await serve(opened, request, options)
      if (transport.sessionId === undefined) await server.close()
      return response
    },
    handle: (id, request, options) => serve(open.get(id)!, request, options),
    async close() {
      clearInterval(sweep)
      await Promise.all([...open.values()].map(({ transport }) => transport.close()))
    },
  }
}

function closeIdle(open: Map<string, OpenSession>, before: number): void {
  for (const { transport, usedAt, busy } of open.values()) if (busy === 0 && usedAt < before) transport.close().catch(() => {})
}

function closeOldestIdle(open: Map<string, OpenSession>): boolean {
  const idle = [...open.values()].filter(({ busy }) => busy === 0).sort((a, b) => a.usedAt - b.usedAt)
  idle[0]?.transport.close().catch(() => {})
  return idle.length > 0
}

function tooMany(most: number): Response {
  const error = {
    code: -32000,
    message: `Too many sessions: at most ${most} are open at once; close one with DELETE or try later`,
  }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 503, headers: { 'Retry-After': '30' } })
}

function onEnd(response: Response, release: () => void): Response {
  if (response.body === null) {
    release()
    return response
  }
  const body = response.body.pipeThrough(new TransformStream({ flush: release }))
  const reader = body.getReader()
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => {
      release()
      return reader.cancel(reason)
    },
  })
  return new Response(watched, { status: response.status, headers: response.headers })
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    work()
  }
}
