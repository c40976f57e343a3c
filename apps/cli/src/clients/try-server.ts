import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { version } from '@shoko/mcp-shell'
import { isRecord } from './document.ts'
import { lastWords } from './last-words.ts'

/** What an entry in a client's file starts or calls. */
export type Target =
  | {
      readonly kind: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
    }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }

export type Trial =
  | { readonly ok: true; readonly tools: number; readonly server: string; readonly ms: number }
  | { readonly ok: false; readonly problem: string; readonly cause: Cause }

/** What kind of trouble it is: each has its own cure. */
export type Cause = 'no program' | 'ended' | 'silent' | 'unreachable' | 'no token' | 'refused' | 'not MCP' | 'another server'

class Trouble extends Error {
  override readonly cause: Cause

  constructor(cause: Cause, problem: string) {
    super(problem)
    this.cause = cause
  }
}

/** npx may have to fetch the package first. */
const PATIENCE_MS = 45_000
const GOODBYE_MS = 3_000

/** Does what the client will do: start or reach the server, say hello, ask for the tools. */
export async function tryServer(
  target: Target,
  { cwd, patienceMs = PATIENCE_MS }: { readonly cwd: string; readonly patienceMs?: number },
): Promise<Trial> {
  const begun = performance.now()
  const channel = target.kind === 'stdio' ? openProcess(target, cwd) : openHttp(target)
  const timer = setTimeout(() => channel.fail(new Trouble('silent', `gave no answer in ${patienceMs / 1000} s`)), patienceMs)
  try {
    const hello = await channel.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'shoko-doctor', version },
    })
    await channel.notify('notifications/initialized')
    const { tools } = await channel.request('tools/list', {})
    const name = isRecord(hello.serverInfo) ? hello.serverInfo.name : undefined
    if (name !== 'shoko')
      throw new Trouble('another server', `answers, but as ${JSON.stringify(name ?? 'nobody')} and not as Shoko`)
    const info = isRecord(hello.serverInfo) ? `${hello.serverInfo.name} ${hello.serverInfo.version}` : 'a server'
    return { ok: true, tools: Array.isArray(tools) ? tools.length : 0, server: info, ms: performance.now() - begun }
  } catch (error) {
    if (error instanceof Trouble) return { ok: false, problem: error.message, cause: error.cause }
    throw error
  } finally {
    clearTimeout(timer)
    await channel.close()
  }
}

/** The target of an entry, undefined when it is none that a client would accept. */
export function targetOf(entry: Readonly<Record<string, unknown>>): Target | undefined {
  const { command, args = [], env = entry.environment ?? {}, url, httpUrl, headers = entry.http_headers ?? {} } = entry
  const [program, ...rest]: readonly string[] = Array.isArray(command)
    ? command.map(String)
    : typeof command === 'string'
      ? [command]
      : []
  if (program !== undefined && Array.isArray(args))
    return { kind: 'stdio', command: program, args: [...rest, ...args.map(String)], env: texts(env) }
  const address = httpUrl ?? url
  return typeof address === 'string' && URL.canParse(address)
    ? { kind: 'http', url: address, headers: texts(headers) }
    : undefined
}

function texts(value: unknown): Readonly<Record<string, string>> {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)])) : {}
}

type Message = Readonly<Record<string, unknown>>

interface Channel {
  request(method: string, params: Message): Promise<Message>
  notify(method: string): Promise<void>
  fail(trouble: Trouble): void
  close(): Promise<void>
}

function openProcess({ command, args, env }: Extract<Target, { kind: 'stdio' }>, cwd: string): Channel {
  // A trial leaves nothing behind, not even compiled code.
  const child = spawn(command, [...args], { cwd, env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1', ...env } })
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {}) // nobody may be waiting when it ends
  const waiting = new Map<number, (answer: Message) => void>()
  const errors: string[] = []
  child.stdin.on('error', () => {}) // its end is told below, with a reason
  child.on('error', (error) => ended.reject(new Trouble('no program', `cannot be started: ${error.message}`)))
  child.on('close', (code) => ended.reject(new Trouble('ended', withWords(`ended with code ${code}`, errors))))
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = messageOf(line)
    if (typeof answer?.id === 'number') waiting.get(answer.id)?.(answer)
  })
  let last = 0
  return {
    request: async (method, params) => {
      const id = ++last
      const answered = new Promise<Message>((settle) => waiting.set(id, settle))
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      return resultOf(await Promise.race([answered, ended.promise]))
    },
    notify: async (method) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`),
    fail: ({ cause, message }) => ended.reject(new Trouble(cause, withWords(message, errors))),
    close: () => sayGoodbye(child),
  }
}

/** The end of its input ends a server; one that stays is stopped. */
async function sayGoodbye(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((settle) => child.once('close', () => settle()))
  child.stdin.end()
  const timer = setTimeout(() => child.kill(), GOODBYE_MS)
  await gone
  clearTimeout(timer)
}

function openHttp({ url, headers }: Extract<Target, { kind: 'http' }>): Channel {
  const abort = new AbortController()
  let session: string | undefined
  let last = 0
  const send = async (message: Message): Promise<string> => {
    const response = await reach(url, {
      method: 'POST',
      signal: abort.signal,
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
    session = response.headers.get('mcp-session-id') ?? session
    if (response.status === 401) throw new Trouble('no token', 'asks for a token (401)')
    if (!response.ok)
      throw new Trouble('refused', withWords(`answers ${response.status}`, [(await response.text()).slice(0, 300)]))
    return response.text()
  }
  return {
    request: async (method, params) => {
      const id = ++last
      const text = await send({ id, method, params })
      const messages = [text, ...text.split('\n').map((line) => line.replace(/^data: ?/, ''))].map(messageOf)
      return resultOf(messages.find((message) => message?.id === id) ?? {})
    },
    notify: async (method) => void (await send({ method })),
    fail: (trouble) => abort.abort(trouble),
    close: async () => {
      if (session !== undefined)
        await reach(url, { method: 'DELETE', headers: { ...headers, 'mcp-session-id': session } }).catch(() => {})
    },
  }
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message || String(error.cause) : String(error)
    if (request.signal?.reason instanceof Trouble) throw request.signal.reason
    throw new Trouble('unreachable', `cannot be reached: ${cause}`)
  }
}

function withWords(what: string, lines: readonly string[]): string {
  const words = lastWords(lines)
  return words === '' ? what : `${what}: ${words}`
}

function messageOf(line: string): Message | undefined {
  try {
    const parsed: unknown = JSON.parse(line)
    return isRecord(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function resultOf({ result, error }: Message): Message {
  if (isRecord(result)) return result
  if (isRecord(error)) throw new Trouble('refused', `answers with an error: ${error.message}`)
  throw new Trouble('not MCP', 'gives an answer that is not MCP')
}
