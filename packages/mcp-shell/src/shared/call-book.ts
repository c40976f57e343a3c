import type { CallFates } from './lost-call.ts'

type Id = string | number

export interface Asked {
  readonly id: Id
  readonly method: string
  readonly params: unknown
}

interface Entry {
  readonly line: Buffer
  readonly request: Asked | undefined
  sent: boolean
  /** The client waits for nothing that comes of it. */
  quiet: boolean
}

/** How servers end an answer. Whatever ends otherwise is looked at whole. */
const ANSWER_END = /,"jsonrpc":"2\.0","id":(\d+|"[\w-]*")\}\s*$/
const TAIL_BYTES = 120

/** What a client has said that still matters: requests that wait for an answer, and what the next server process has to be told again. */
export class CallBook {
  readonly #fates: CallFates
  /** In the order in which they came. */
  #unsent: Entry[] = []
  readonly #open = new Map<Id, Entry>()
  /** Requests whose answers the client already has. */
  readonly #ours = new Set<Id>()
  /** The handshake, and what the connection has subscribed to or watches; by what it is about. */
  readonly #standing = new Map<string, Entry>()
  wasGreeted = false

  constructor(fates: CallFates) {
    this.#fates = fates
  }

  /** Takes in a line of the client; gives the request that it is, if it is one. */
  asked(line: Buffer): Asked | undefined {
    const message = parsed(line)
    const isRequest = typeof message?.method === 'string' && isId(message.id)
    const request = isRequest ? ({ id: message.id, method: message.method, params: message.params } as Asked) : undefined
    const isNotification = typeof message?.method === 'string' && message.id === undefined
    const entry: Entry = { line, request, sent: false, quiet: isNotification || message?.method === LISTEN }
    this.#unsent.push(entry)
    if (request !== undefined) this.#open.set(request.id, entry)
    if (typeof message?.method === 'string') this.#note(message.method, message.params, entry)
    return request
  }

  /** The client has been answered without the server, whose own answer will be dropped. */
  answer(id: Id): void {
    const entry = this.#open.get(id)
    if (entry !== undefined) entry.quiet = true
    this.#open.delete(id)
    this.#ours.add(id)
    this.wasGreeted = true
  }

  /** Takes in a line of the server: `ours` when the client must not see it. */
  answered(line: Buffer): 'ours' | 'theirs' {
    const id = answeredId(line)
    if (id === undefined) return 'theirs'
    if (this.#ours.delete(id)) return 'ours'
    this.#open.delete(id)
    return 'theirs'
  }

  /** Lines that no server has got, in order; they count as sent from now on. */
  *toSend(): Generator<Buffer> {
    for (let entry = this.#unsent.shift(); entry !== undefined; entry = this.#unsent.shift()) {
      entry.sent = true
      yield entry.line
    }
  }

  /** Something waits for an answer that the client does not have. */
  isWaiting(): boolean {
    return [...this.#open.values(), ...this.#unsent].some(({ quiet }) => !quiet)
  }

  /** The server is gone. What was sent and only reads goes to the next one; for the rest, these are the answers. */
  lost(): object[] {
    const answers: object[] = []
    const again: Entry[] = []
    this.#ours.clear()
    for (const entry of this.#standing.values()) {
      if (!entry.sent) continue
      again.push(entry)
      const id = entry.request?.id
      if (id === undefined || this.#open.has(id)) continue
      this.#ours.add(id)
      entry.quiet = true // the client has its answer: nobody waits for this one
    }
    for (const [id, entry] of this.#open) {
      if (!entry.sent || again.includes(entry)) continue
      const tool = toolOf(entry.request)
      if (tool === undefined || this.#fates.isRepeatable(tool)) again.push(entry)
      else {
        answers.push({ ...this.#fates.unknownOutcome(tool), jsonrpc: '2.0', id })
        this.#open.delete(id)
      }
    }
    for (const entry of again) entry.sent = false
    this.#unsent = [...again, ...this.#unsent]
    return answers
  }

  #note(method: string, params: unknown, entry: Entry): void {
    const { uri, requestId, name, arguments: args } = (params ?? {}) as Readonly<Record<string, unknown>>
    if (method === 'initialize' || method === 'notifications/initialized') this.#standing.set(method, entry)
    if (method === 'resources/subscribe') this.#standing.set(`uri ${uri}`, entry)
    if (method === 'resources/unsubscribe') this.#standing.delete(`uri ${uri}`)
    if (method === LISTEN) this.#standing.set(`listen ${entry.request?.id}`, entry)
    if (method === 'tools/call' && (name === 'kanban_watch' || name === 'kanban/watch'))
      this.#standing.set(`watch ${JSON.stringify(args)}`, entry)
    if (method === 'notifications/cancelled' && isId(requestId)) {
      this.#open.delete(requestId)
      this.#standing.delete(`listen ${requestId}`)
    }
  }
}

const LISTEN = 'subscriptions/listen'

function toolOf(request: Asked | undefined): string | undefined {
  if (request?.method !== 'tools/call') return undefined
  const { name } = (request.params ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name : undefined
}

function answeredId(line: Buffer): Id | undefined {
  const tail = line.subarray(-TAIL_BYTES).toString('latin1')
  const end = ANSWER_END.exec(tail)
  if (end !== null) return JSON.parse(end[1]!) as Id
  const message = parsed(line)
  return message !== undefined && message.method === undefined && isId(message.id) ? message.id : undefined
}

function parsed(line: Buffer): { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || typeof id === 'number'
}
