import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'

interface Reply {
  readonly id?: number
  readonly method?: string
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

/** As little of an MCP client as can be, so that what is timed is the server. */
export class StdioClient {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<number, (reply: Reply) => void>()
  readonly #listening = new Map<string, () => void>()
  #rest = ''
  #next = 1

  constructor(command: readonly string[], options: { cwd: string; env?: Readonly<Record<string, string>> }) {
    const [program, ...args] = command
    this.#child = spawn(program!, args, { cwd: options.cwd, env: { ...process.env, ...options.env }, stdio: 'pipe' })
    this.#child.stderr.resume()
    this.#child.once('exit', (code) => {
      for (const answer of this.#waiting.values()) answer({ error: { message: `the server ended with ${code}` } })
    })
    this.#child.stdout.on('data', (data: Buffer) => this.#take(data.toString('utf8')))
  }

  async open(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1.0.0' }
    await this.#request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }

  /** The text of the answer; throws when the server refuses. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
    const { result, error } = await this.#request('tools/call', { name, arguments: args })
    const text = (result?.content as { text?: string }[] | undefined)?.map((part) => part.text ?? '').join('\n') ?? ''
    if (error !== undefined || result?.isError === true) throw new Error(`${name}: ${error?.message ?? text.slice(0, 200)}`)
    return text
  }

  async toolNames(): Promise<string[]> {
    const { result } = await this.#request('tools/list', {})
    const tools = (result?.tools ?? []) as { readonly name: string }[]
    return tools.map(({ name }) => name)
  }

  get pid(): number {
    return this.#child.pid!
  }

  /** The next notification of this kind. */
  notification(method: string): Promise<void> {
    return new Promise((resolve) => this.#listening.set(method, resolve))
  }

  close(): void {
    this.#child.stdin.end()
    this.#child.kill()
  }

  /** As a client that goes away: the server writes what it still has to write, and ends. */
  async end(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.stdin.end()
    await ended
  }

  #request(method: string, params: unknown): Promise<Reply> {
    const id = this.#next++
    this.#send({ jsonrpc: '2.0', id, method, params })
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  #send(message: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('{')) continue
      const reply = JSON.parse(line) as Reply // a line of the protocol
      if (reply.id === undefined) {
        this.#listening.get(reply.method ?? '')?.()
        continue
      }
      this.#waiting.get(reply.id)?.(reply)
      this.#waiting.delete(reply.id)
    }
  }
}
