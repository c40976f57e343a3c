import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { plainEnvironment, stdioMain } from '@shoko/testkit'

export interface Reply {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> }
}

/** An answer of a tool, whatever its family's dialect. */
export type ToolAnswer =
  | { readonly ok: true; readonly output: Record<string, unknown>; readonly reply: Reply }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly reply: Reply }

/** One that serves by itself, until it is closed or the run ends. */
export function openAlone(env: ServerOptions['env'], { signal }: { readonly signal: AbortSignal }): Promise<Server> {
  return new Server({ alone: true, env, signal }).open()
}

export interface ServerOptions {
  /** The stdio server; the one that was built here when absent. */
  readonly program?: string
  readonly env: Readonly<Record<string, string>>
  /** What starts the program, e.g. `['setpriv', '--reuid=65534']`; it gets node, its options and the server behind it. */
  readonly wrapper?: readonly string[]
  /** Of node itself. */
  readonly nodeOptions?: readonly string[]
  readonly cwd?: string
  /** The serving process itself, for runs that limit it or look at it; default: also with a wrapper or options. */
  readonly alone?: boolean
  readonly signal?: AbortSignal
}

/** The built stdio server, spoken to in bare JSON-RPC, so that what comes back is what was sent. */
export class Server {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<number, (reply: Reply) => void>()
  readonly #ended: Promise<unknown>
  #next = 1
  /** What came on stdout and was no answer to anybody, and what the server itself called an error. */
  readonly strays: string[] = []
  readonly errors: string[] = []
  ended: string | undefined

  constructor(options: ServerOptions) {
    const { env, program = stdioMain, wrapper = [], nodeOptions = [], cwd, signal } = options
    const { alone = wrapper.length + nodeOptions.length > 0 } = options
    const [command = '', ...args] = [...wrapper, process.execPath, ...nodeOptions, program]
    const own = alone ? { SHOKO_SHARED: 'off' } : {}
    this.#child = spawn(command, args, { env: { ...plainEnvironment(), LOG_LEVEL: 'error', ...own, ...env }, cwd, signal })
    this.#child.on('error', () => {}) // an aborted run ends its servers
    this.#child.stdin.on('error', () => {}) // it went; the answers that are still waited for say so
    linesOf(this.#child.stdout, (line) => this.#hear(line))
    linesOf(this.#child.stderr, (line) => void (line.trim() !== '' && this.errors.push(line)))
    this.#ended = once(this.#child, 'close').then(
      () => this.#end(),
      () => this.#end(),
    )
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  async open(): Promise<this> {
    const clientInfo = { name: 'torture', version: '1.0.0' }
    await this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    if (this.ended !== undefined) throw new Error(`the server does not start (is it built?): ${this.ended}`)
    this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return this
  }

  request(method: string, params: unknown): Promise<Reply> {
    if (this.ended !== undefined) return Promise.reject(new Error(`the server has ended: ${this.ended}`))
    const id = this.#next++
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#send({ jsonrpc: '2.0', id, method, params })
    })
  }

  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const reply = await this.request('tools/call', { name, arguments: args })
    if (reply.error !== undefined) {
      const { detail } = reply.error.data ?? {}
      return { ok: false, code: reply.error.message, message: String(detail ?? ''), reply }
    }
    const { isError, structuredContent, content } = reply.result as {
      isError?: boolean
      structuredContent?: Record<string, unknown>
      content: { text: string }[]
    }
    if (isError !== true) return { ok: true, output: structuredContent ?? {}, reply }
    const text = content[0]?.text ?? ''
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as {
      code?: string
      message?: string
      error?: { code: string; message: string }
    }
    return { ok: false, code: body.error?.code ?? body.code ?? '', message: body.error?.message ?? body.message ?? text, reply }
  }

  /** Kilobytes that it has held at most. */
  peakMemory(): number {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1] ?? 0)
  }

  async close(): Promise<void> {
    this.#child.stdin.end()
    await this.#ended
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  #send(message: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  #hear(line: string): void {
    if (line.trim() === '') return
    try {
      const { id, ...reply } = JSON.parse(line) as Reply & { id?: number; method?: string }
      if (id === undefined) return // a notification
      const answer = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (answer === undefined) this.strays.push(line.slice(0, 500))
      else answer(reply)
    } catch {
      this.strays.push(line.slice(0, 500))
    }
  }

  #end(): void {
    this.ended = `exit code ${this.#child.exitCode}, signal ${this.#child.signalCode}, last words: ${this.errors.slice(-3).join(' | ')}`
    for (const answer of this.#waiting.values())
      answer({ error: { code: 0, message: 'server ended', data: { detail: this.ended } } })
    this.#waiting.clear()
  }
}

function linesOf(stream: NodeJS.ReadableStream, hear: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
}
