import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../../..')
export const stdioMain = resolve(root, 'apps/stdio/dist/main.js')
export const httpMain = resolve(root, 'apps/http/dist/main.js')
export const cliMain = resolve(root, 'apps/cli/dist/main.js')
export const fixtures = resolve(root, 'fixtures')

export interface Environment {
  readonly [name: string]: string
}

export interface HttpProcess {
  readonly url: string
  readonly origin: string
  readonly child: ChildProcessWithoutNullStreams
  readonly log: readonly string[]
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the built HTTP server on a free port and waits until it listens. */
export async function startHttp(environment: Environment): Promise<HttpProcess> {
  const child = spawn(process.execPath, [httpMain], { env: { ...plainEnvironment(), HTTP_PORT: '0', ...environment } })
  const log: string[] = []
  const url = await new Promise<string>((settle, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line)
      if (line.includes('"http.listening"')) settle((JSON.parse(line) as { url: string }).url)
    })
    child.once('exit', (code) => reject(new Error(`the HTTP server ended with ${code}: ${log.join('\n')}`)))
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    child.kill(signal)
    await once(child, 'exit')
    return child.exitCode
  }
  return { url, origin: new URL(url).origin, child, log, stop }
}

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a built program to its end, with this text as its whole input. */
export async function runProgram(
  main: string,
  options: { readonly args?: readonly string[]; readonly env?: Environment; readonly input?: string; readonly cwd?: string } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [main, ...(options.args ?? [])], {
    env: { ...plainEnvironment(), ...options.env },
    cwd: options.cwd,
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.stderr += chunk))
  child.stdin.on('error', () => {}) // a program that ends without reading its input is allowed to
  child.stdin.end(options.input ?? '')
  await once(child, 'close')
  return { code: child.exitCode, ...output }
}

/** What a server may inherit from the machine that runs the tests: nothing that could configure it. */
export function plainEnvironment(): Environment {
  const { PATH = '', HOME = '', TMPDIR, TZ } = process.env
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...(TZ === undefined ? {} : { TZ }) }
}
