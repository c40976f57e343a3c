/** A failed call, with the code of the family's dialect. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** The server did not answer at all, or is stopping. */
export const GONE = 'gone'
/** It wants to know who asks. */
export const SIGNED_OUT = 'signed-out'

/** What the views need of a server; a host of MCP Apps can stand behind it as well. */
export interface Port {
  call<T>(name: string, args: object): Promise<T>
  read<T>(uri: string): Promise<T>
  /** A file as it is: its text, or a picture as base64. */
  readFile(uri: string): Promise<FileContent>
  complete(template: string, argument: { readonly name: string; readonly value: string }): Promise<readonly Completed[]>
}

export interface FileContent {
  readonly mimeType: string
  readonly text?: string
  readonly blob?: string
}

/** A value that completes what was typed; `with` says what the template's other variables are then. */
export interface Completed {
  readonly value: string
  readonly title?: string
  readonly line?: number
  readonly with?: Readonly<Record<string, string>>
}

export interface Mcp extends Port {
  tools(): Promise<ReadonlySet<string>>
  /** Tells of changes until the signal ends it or the server does; resolves then. */
  listen(uris: readonly string[], on: { readonly signal: AbortSignal; ready(): void; changed(uri: string): void }): Promise<void>
}

const REVISION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'shoko-page', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

interface CompletionAnswer {
  readonly completion: { readonly values: readonly string[] }
  readonly _meta?: { readonly 'shoko/titles'?: readonly Completed[] }
}

interface Answer {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: { readonly code?: string } }
}

/** The protocol by hand, revision 2026-07-28, without sessions: one request, one answer. */
export function createMcp(address = '/mcp'): Mcp {
  let ids = 0
  const post = async (method: string, params: Record<string, unknown>, signal?: AbortSignal): Promise<Response> => {
    const name = params['name'] ?? params['uri']
    const headers: Record<string, string> = {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'Mcp-Protocol-Version': REVISION,
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': headerValue(name) } : {}),
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++ids, method, params: { ...params, _meta: META } })
    const response = await fetch(address, { method: 'POST', headers, body, ...(signal === undefined ? {} : { signal }) }).catch(
      (error: unknown) => {
        throw signal?.aborted === true ? error : new CallFailed(GONE, 'The server does not answer')
      },
    )
    if (response.status === 401) throw new CallFailed(SIGNED_OUT, 'Not signed in')
    if (response.status >= 502) throw new CallFailed(GONE, 'The server is stopping')
    return response
  }
  const request = async (method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const response = await post(method, params)
    const answer = await answerOf(response)
    if (answer.error !== undefined)
      throw new CallFailed(answer.error.data?.code ?? String(answer.error.code), answer.error.message)
    if (answer.result === undefined) throw new CallFailed(String(response.status), messageOf(answer) ?? response.statusText)
    return answer.result
  }
  const readFile = async (uri: string): Promise<FileContent> => {
    return fileOf(await request('resources/read', { uri }))
  }
  return {
    async call<T>(name: string, args: object) {
      const result = await request('tools/call', { name, arguments: args })
      if (result['isError'] === true) throw failureOf(result)
      return result['structuredContent'] as T // the tool's output schema says what it is
    },
    async read<T>(uri: string) {
      return jsonOf<T>(await readFile(uri))
    },
    readFile,
    async complete(template, argument) {
      const params = { ref: { type: 'ref/resource', uri: template }, argument }
      const answer = (await request('completion/complete', params)) as unknown as CompletionAnswer // as the protocol says
      return answer._meta?.['shoko/titles'] ?? answer.completion.values.map((value) => ({ value }))
    },
    async tools() {
      const { tools } = (await request('tools/list', {})) as { tools: { name: string }[] }
      return new Set(tools.map(({ name }) => name))
    },
    async listen(uris, { signal, ready, changed }) {
      const response = await post('subscriptions/listen', { notifications: { resourceSubscriptions: uris } }, signal)
      if (!response.ok || response.body === null) throw new CallFailed(GONE, 'The server does not tell of changes')
      for await (const message of messagesOf(response.body)) {
        if (message.method === 'notifications/subscriptions/acknowledged') ready()
        if (message.method === 'notifications/resources/updated' && message.params?.uri !== undefined) changed(message.params.uri)
      }
    },
  }
}

/** Header values are bytes: what is not plain goes encoded, as the revision says. */
function headerValue(text: string): string {
  if (/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text)) return text
  return `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`
}

async function answerOf(response: Response): Promise<Answer> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return (await response.json()) as Answer
  for await (const message of messagesOf(response.body!)) if (message.method === undefined) return message
  throw new CallFailed(GONE, 'The server broke off')
}

interface Message extends Answer {
  readonly method?: string
  readonly params?: { readonly uri?: string }
}

/** The messages of an event stream as they come. */
async function* messagesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let text = ''
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    const events = text.split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const data = event
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .join('\n')
      if (data !== '') yield JSON.parse(data) as Message
    }
  }
}

export function fileOf(result: Record<string, unknown>): FileContent {
  const { contents } = result as { contents: FileContent[] }
  return contents[0] ?? { mimeType: '' }
}

export function jsonOf<T>({ text = '', mimeType }: FileContent): T {
  return (mimeType === 'application/json' ? JSON.parse(text) : text) as T // as the resource's page documents it
}

export function failureOf(result: Record<string, unknown>): CallFailed {
  const [{ text = '{}' } = {}] = result['content'] as { text?: string }[]
  const body = JSON.parse(text) as Failure
  const { code = 'internal', message = text, details } = body.error ?? body
  return new CallFailed(code, message, details)
}

interface Failure {
  readonly code?: string
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly error?: Omit<Failure, 'error'>
}

function messageOf(answer: object): string | undefined {
  const { error } = answer as { error?: unknown }
  return typeof error === 'string' ? error : undefined
}
