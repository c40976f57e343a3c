import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRoot, parsePath } from '@shoko/core-fs'
import { holdSection } from '@shoko/testkit'
import { connectTeam } from './client.ts'
import type { Cluster } from './cluster.ts'
import type { TeamOutcome } from './runs.ts'

const VERSION = '2025-11-25'
/** The vault's, as its package names it. */
const VAULT_LOCK = '.system/shoko/lock.db'
const LATEST_MS = 20_000

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: { readonly uri?: string }
  readonly result?: { readonly structuredContent?: Record<string, unknown>; readonly isError?: boolean }
  readonly error?: { readonly message: string }
}

interface SessionEvent {
  readonly id: string | undefined
  readonly message: Message | undefined
}

/** A client of the 2025 revisions, by hand: each request to the server that is named. */
export class OldClient {
  #session = ''
  #next = 0

  static async begin(origin: string): Promise<OldClient> {
    const client = new OldClient()
    const params = { protocolVersion: VERSION, capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
    const response = await client.post(origin, { method: 'initialize', params, id: 0 })
    client.#session = response.headers.get('mcp-session-id') ?? ''
    await response.text()
    if (client.#session === '') throw new Error('no session was begun')
    await client.post(origin, { method: 'notifications/initialized' })
    return client
  }

  post(origin: string, message: object, signal?: AbortSignal): Promise<Response> {
    const headers = { ...this.#headers(), 'Content-Type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    return fetch(`${origin}/mcp`, { method: 'POST', headers, body, signal: signal ?? null })
  }

  stream(origin: string, signal: AbortSignal, lastEventId?: string): Promise<Response> {
    const headers = { ...this.#headers(), ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }) }
    return fetch(`${origin}/mcp`, { headers, signal })
  }

  end(origin: string): Promise<Response> {
    return fetch(`${origin}/mcp`, { method: 'DELETE', headers: this.#headers() })
  }

  /** The answer to a request, plain or at the end of its stream. */
  async ask(origin: string, method: string, params: object): Promise<Message> {
    const id = ++this.#next
    const response = await this.post(origin, { method, params, id })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    if (response.headers.get('content-type')?.includes('json')) return (await response.json()) as Message
    for await (const { message } of eventsOf(response)) if (message?.id === id) return message
    throw new Error('the stream ended without an answer')
  }

  async call(origin: string, name: string, args: object): Promise<Record<string, unknown>> {
    const { result, error } = await this.ask(origin, 'tools/call', { name, arguments: args })
    if (result?.isError !== false && result?.structuredContent === undefined) throw new Error(JSON.stringify(error ?? result))
    return result.structuredContent ?? {}
  }

  #headers(): Record<string, string> {
    const session = this.#session === '' ? {} : { 'Mcp-Session-Id': this.#session, 'Mcp-Protocol-Version': VERSION }
    return { Accept: 'application/json, text/event-stream', ...session }
  }
}

export async function* eventsOf(response: Response): AsyncGenerator<SessionEvent> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) {
    const events = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1]
      const message = data === undefined ? undefined : (JSON.parse(data) as Message)
      yield { id: /^id: (.+)$/m.exec(event)?.[1], message }
    }
  }
}

/** One session, every request to the next server: what it has scanned is known everywhere, and an end is an end. */
export async function wanderingSession(cluster: Cluster): Promise<TeamOutcome> {
  const problems: string[] = []
  const [one, two, three] = cluster.origins as [string, string, string]
  const client = await OldClient.begin(one)
  const path = `sessions/${randomUUID()}.md`
  await client.call(two, 'vault_create', { path, content: 'line\n'.repeat(30) })
  const first = await client.call(one, 'vault_scan', { path, cursor: { start_line: 1 }, chunk_lines: 10 })
  const second = await client.call(two, 'vault_scan', { path, cursor: { start_line: 11 }, chunk_lines: 10 })
  const last = await client.call(three, 'vault_scan', { path, cursor: { start_line: 21 }, chunk_lines: 10 })
  const scanned = JSON.stringify(last['scanned_ranges'] ?? last)
  if (!/"start_line":1,"end_line":30/.test(scanned))
    problems.push(`what was scanned is not known: ${scanned} ${JSON.stringify([first, second])}`.slice(0, 900))
  await client.end(two)
  const gone = await client.post(one, { method: 'tools/list', id: 9 })
  if (gone.status !== 404) problems.push(`a session that ended on another server answers ${gone.status}`)
  return { figures: { requests: 7 }, problems }
}

/** Subscribed through one server, listening at another, written through a third: told once; and again elsewhere after the stream broke. */
export async function wanderingStream(cluster: Cluster): Promise<TeamOutcome> {
  const [one, two, three] = cluster.origins as [string, string, string]
  const client = await OldClient.begin(one)
  const writer = connectTeam(three)
  const path = `sessions/${randomUUID()}.md`
  await writer.call('vault_create', { path, content: '0' })
  const listening = new AbortController()
  const heard: SessionEvent[] = []
  const listen = async (response: Response) => {
    for await (const event of eventsOf(response)) if (event.message?.method !== undefined) heard.push(event)
  }
  listen(await client.stream(two, listening.signal)).catch(() => {})
  await client.ask(one, 'resources/subscribe', { uri: `vault://${path}` })
  await sleep(300) // the server with the stream hears of it by a bell
  const told = async (count: number, content: string) => {
    await writer.call('vault_write', { path, content, mode: 'overwrite' })
    const until = performance.now() + LATEST_MS
    while (heard.length < count && performance.now() < until) await sleep(20)
    await sleep(200) // what would come twice has come
    return heard.length
  }
  const problems: string[] = []
  const first = await told(1, '1')
  if (first !== 1) problems.push(`told ${first} times, not once`)
  listening.abort()
  await sleep(100)
  await writer.call('vault_write', { path, content: '2', mode: 'overwrite' }) // nobody has the stream open
  await sleep(300)
  const again = new AbortController()
  listen(await client.stream(three, again.signal, heard[0]?.id)).catch(() => {})
  const until = performance.now() + LATEST_MS
  while (heard.length < 2 && performance.now() < until) await sleep(20)
  if (heard.length < 2) problems.push('what changed while the stream was broken is not told')
  const ids = heard.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) problems.push(`an event came twice: ${ids.join(' ')}`)
  again.abort()
  writer.close()
  return { figures: { events: heard.length }, problems }
}

/** A call that one server answers while its client has gone to another: the answer comes there, once. */
export async function resumedCall(cluster: Cluster): Promise<TeamOutcome> {
  const [one, two] = cluster.origins as [string, string]
  const client = await OldClient.begin(one)
  const root = openRoot(`${cluster.observer.folder}/vault`, {
    lockPath: VAULT_LOCK,
    hidden: 'reached',
    sections: cluster.observer.sections,
  })
  const path = parsePath(`sessions/${randomUUID()}.md`)
  const section = await holdSection(root)
  const gone = new AbortController()
  const params = { name: 'vault_create', arguments: { path, content: 'x' } }
  const response = await client.post(one, { method: 'tools/call', params, id: 77 }, gone.signal)
  let last: string | undefined
  for await (const { id } of eventsOf(response)) {
    last = id
    break
  }
  gone.abort()
  const problems: string[] = last === undefined ? ['the call opened no stream that could be resumed'] : []
  const answers: Message[] = []
  setTimeout(() => void section.release(), 200)
  const until = performance.now() + LATEST_MS
  while (answers.length === 0 && last !== undefined && performance.now() < until) {
    for await (const { id, message } of eventsOf(await client.stream(two, AbortSignal.timeout(LATEST_MS), last))) {
      last = id ?? last
      if (message?.id === 77) answers.push(message)
    }
  }
  await section.release()
  root.close()
  if (answers.length !== 1 || answers[0]?.result?.structuredContent === undefined)
    problems.push(`answered ${answers.length} times: ${JSON.stringify(answers)}`.slice(0, 300))
  return { figures: { answers: answers.length }, problems }
}

/** What one server found, another pages through; nobody else does. */
export async function wanderingTrace(cluster: Cluster): Promise<TeamOutcome> {
  const clients = cluster.origins.map((origin) => connectTeam(origin))
  const { folder, sections } = cluster.observer
  const manuals = openRoot(`${folder}/manuals`, { lockPath: 'bench.db', sections })
  const text = '# Pump\n\nThe pump pressure is 3 bar.\n\n## Alarm\n\nAbove 5 bar of pressure the pump stops.\n'
  await manuals.exclusive(() => manuals.create(parsePath(`${randomUUID()}/pump.md`), text))
  manuals.close()
  const found = await clients[0]!.call('manual_find', { query: 'pump pressure' })
  if (!found.ok) throw new Error(`${found.code} ${found.message}`)
  const pages = await Promise.all(
    clients.map((client) => client.call('manual_hits', { trace_id: found.output['trace_id'], kind: 'candidates' })),
  )
  for (const client of clients) client.close()
  const shown = pages.map((page) => (page.ok ? JSON.stringify(page.output['items']) : `${page.code} ${page.message}`))
  const empty = shown[0] === '[]' ? ['nothing was found'] : []
  return { figures: { servers: pages.length }, problems: [...empty, ...shown.filter((page) => page !== shown[0])] }
}
