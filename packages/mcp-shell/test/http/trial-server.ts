import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Clock, Logger } from '@shoko/contract'
import { onTestFinished } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { createHttpApp, type HttpApp, type HttpAppOptions } from '../../src/http/http-app.ts'
import { createHttpServer, type ServerLimits } from '../../src/http/http-server.ts'
import { createTelemetry } from '../../src/http/telemetry.ts'
import { createRuntime, type Runtime } from '../../src/runtime.ts'
import { trialFamily } from './trial-family.ts'

export interface Trial {
  readonly url: string
  readonly origin: string
  readonly port: number
  readonly runtime: Runtime
  readonly app: HttpApp
  /** What the tools went through, in order. */
  readonly events: readonly string[]
  readonly log: readonly Record<string, unknown>[]
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Opens a 2025-era session; gives its id. */
  initialize(headers?: Readonly<Record<string, string>>): Promise<string>
}

export interface TrialOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly app?: Omit<HttpAppOptions, 'telemetry'>
  readonly server?: ServerLimits
  readonly clock?: Clock
}

export const rpc = (method: string, params: object = {}, id: number | string = 1) => ({ jsonrpc: '2.0', id, method, params })
export const call = (name: string, args: object, id: number | string = 1) => rpc('tools/call', { name, arguments: args }, id)

/** A call as the 2026-07-28 revision frames it. */
export function modernCall(name: string, args: object, meta: object = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'trial', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  }
  return rpc('tools/call', { name, arguments: args, _meta })
}

export const modernHeaders = (name: string) => ({
  'Mcp-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': name,
})

/** The HTTP face over the trial family on a free port of this machine; gone when the test ends. */
export async function startTrial(options: TrialOptions = {}): Promise<Trial> {
  const log: Record<string, unknown>[] = []
  const events: string[] = []
  const logger: Logger = { log: (level, fields) => void log.push({ level, ...fields }) }
  const telemetry = createTelemetry(logger)
  const { config } = loadConfig({
    argv: [],
    env: options.env ?? {},
    cwd: '/trial',
    home: '/trial',
    readFile: () => undefined,
    realPath: (path) => path,
  })
  const clock = options.clock === undefined ? {} : { clock: options.clock }
  const runtime = createRuntime({ ...config, SHOKO_FAMILIES: [] }, { ...telemetry, ...clock, families: [trialFamily(events)] })
  const app = createHttpApp(runtime, { telemetry, ...options.app })
  const server = createHttpServer(app, options.server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await app.drain(0)
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const post: Trial['post'] = (body, headers = {}) =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const initialize: Trial['initialize'] = async (headers) => {
    const opened = await post(
      rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'trial', version: '1' } }),
      headers,
    )
    await opened.body?.cancel()
    return opened.headers.get('mcp-session-id')!
  }
  return { url: `${origin}/mcp`, origin, port, runtime, app, events, log, post, initialize }
}

/** The events of a stream as they come, each with its id and its parsed data. */
export async function* eventsOf(
  response: Response,
): AsyncGenerator<{ readonly id: string | undefined; readonly data: Record<string, unknown> | undefined }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      )
      text = text.slice(end + 2)
      const data = fields.get('data')
      if (fields.has('data'))
        yield {
          id: fields.get('id'),
          data: data === '' || data === undefined ? undefined : (JSON.parse(data) as Record<string, unknown>),
        }
    }
  }
}

/** Waits for something that is about to happen; gives up after two seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !holds(); tries++) await new Promise((resolve) => setTimeout(resolve, 5))
  if (!holds()) throw new Error('it did not happen')
}
