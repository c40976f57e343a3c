import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type DemoWorkspace, demoWorkspace, httpMain, plainEnvironment } from '@shoko/testkit'

export interface Memory {
  readonly rss: number
  readonly live: number
}

export interface Started {
  readonly url: string
  readonly origin: string
  readonly child: ChildProcess
  /** Resident memory of the process, in bytes. */
  resident(): number
  /** What is left of its memory after a collection. */
  collected(): Promise<Memory>
  /** Processor time that the process has used, in milliseconds. */
  processor(): number
  stop(): void
}

export function startEcho(): Promise<Started> {
  return start([resolve(import.meta.dirname, 'echo-server.ts')], {})
}

export async function startShoko(
  extra: Readonly<Record<string, string>> = {},
): Promise<Started & { readonly workspace: DemoWorkspace }> {
  const workspace = demoWorkspace()
  const started = await start(['--expose-gc', '--import', resolve(import.meta.dirname, 'collect-on-signal.mjs'), httpMain], {
    ...workspace.env,
    HTTP_PORT: '0',
    ...extra,
  })
  const stop = () => {
    started.stop()
    workspace.remove()
  }
  return { ...started, workspace, stop }
}

async function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Started> {
  const child = spawn(process.execPath, [...args], {
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let onMemory = (_memory: Memory) => {}
  const url = await new Promise<string>((settle, reject) => {
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)))
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.includes('"bench.memory"')) return onMemory(JSON.parse(line) as Memory)
      if (line.includes('"http.listening"')) settle((JSON.parse(line) as { url: string }).url)
      else if (line.includes('"error"')) console.error(line.slice(0, 400))
    })
  })
  return {
    url,
    origin: new URL(url).origin,
    child,
    resident: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    collected: () =>
      new Promise((settle) => {
        onMemory = settle
        child.kill('SIGUSR2')
      }),
    processor: () => processorMs(child.pid),
    stop: () => void child.kill('SIGKILL'),
  }
}

/** The 14th and 15th field of /proc/…/stat: user and system time in hundredths of a second. The second one may hold spaces. */
function processorMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
