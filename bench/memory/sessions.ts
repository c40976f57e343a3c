import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const main = resolve(import.meta.dirname, '../../apps/stdio/dist/main.js')

export interface BenchSession {
  readonly child: ChildProcess
  /** When the process was started. */
  readonly startedAt: number
  call(tool: string, args: object): Promise<Answer>
  close(): Promise<void>
}

export interface Answer {
  readonly ms: number
  readonly ok: boolean
  readonly text: string
}

/** One client with a server of its own on standard input and output, as agents start it. */
export async function openSession(root: string, env: Readonly<Record<string, string>> = {}): Promise<BenchSession> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [main], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, WORKSPACE_ROOT: root, VIBE_ROOT: join(root, 'vibe'), XDG_CACHE_HOME: join(root, 'cache'), ...env },
  })
  const waiting = new Map<number, (message: Reply) => void>()
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const message = JSON.parse(line) as Reply // the server's own
    if (message.id !== undefined) waiting.get(message.id)?.(message)
  })
  let last = 0
  const request = (method: string, params: object) => {
    const id = ++last
    return new Promise<Reply>((answer) => {
      waiting.set(id, answer)
      child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  }
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } })
  child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  await request('tools/list', {})
  return {
    child,
    startedAt,
    async call(tool, args) {
      const began = performance.now()
      const { result } = await request('tools/call', { name: tool, arguments: args })
      return { ms: performance.now() - began, ok: result?.isError !== true, text: result?.content?.[0]?.text ?? '' }
    },
    async close() {
      const gone = once(child, 'exit')
      child.stdin!.end()
      await gone
    },
  }
}

interface Reply {
  readonly id?: number
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] }
}
