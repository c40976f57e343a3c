import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { version } from '@shoko/mcp-shell'
import { isRecord } from './document.ts'

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
  | { readonly ok: false; readonly problem: string }

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
  const timer = setTimeout(() => channel.fail(`gave no answer in ${patienceMs / 1000} s`), patienceMs)
  try {
    const hello = await channel.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'shoko-doctor', version },
    })
    await channel.notify('notifications/initialized')
    const { tools } = await channel.request('tools/list', {})
    const info = isRecord(hello.serverInfo) ? `${hello.serverInfo.name} ${hello.serverInfo.version}` : 'a server'
    return { ok: true, tools: Array.isArray(tools) ? tools.length : 0, server: info, ms: performance.now() - begun }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
    await channel.close()
  }
}

/** The target of an entry, undefined when it is none that a client would accept. */
export function targetOf(entry: Readonly<Record<string, unknown>>): Target | undefined {
  const { command, args = [], env = {}, url, httpUrl, headers = {} } = entry
  if (typeof command === 'string' && Array.isArray(args))
    return { kind: 'stdio', command, args: args.map(String), env: texts(env) }
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
  fail(problem: string): void
  close(): Promise<void>
}

function openProcess({ command, args, env }: Extract<Target, { kind: 'stdio' }>, cwd: string): Channel {
  const child = spawn(command, [...args], { cwd, env: { ...process.env, ...env } })
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {}) // nobody may be waiting when it ends
  const waiting = new Map<number, (answer: Message) => void>()
  const errors: string[] = []
  child.stdin.on('error', () => {}) // its end is told below, with a reason
  child.on('error', (error) => ended.reject(new Error(`cannot be started: ${error.message}`)))
  child.on('close', (code) =>
    ended.reject(new Error(`ended with code ${code}${errors.length === 0 ? '' : `: ${errors.at(-1)}`}`)),
  )
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
    fail: (problem) => ended.reject(new Error(problem)),
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
    if (response.status === 401) throw new Error('asks for a token (401)')
    if (!response.ok) throw new Error(`answers ${response.status}`)
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
    fail: (problem) => abort.abort(new Error(problem)),
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
    throw new Error(request.signal?.aborted ? String(request.signal.reason.message) : `cannot be reached: ${cause}`)
  }
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
  throw new Error(isRecord(error) ? `answers with an error: ${error.message}` : 'gives an answer that is not MCP')
}
