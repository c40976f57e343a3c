import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Starting processes is the slow part of these tests, above all on a busy machine. */
export const PATIENT = { timeout: 180_000 }

const SCRIPT = fileURLToPath(new URL('./child.ts', import.meta.url))

/** Starts a task of child.ts; killed after the test if it still runs. */
export function startChild(task: string, dir: string, n = 0): ChildProcess {
  const child = spawn(process.execPath, ['--conditions=shoko-source', SCRIPT, task, dir, String(n)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'shoko-compile-cache') },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Runs a task to its end and gives what it printed. */
export async function runChild(task: string, dir: string, n: number): Promise<string> {
  const child = startChild(task, dir, n)
  let output = ''
  child.stdout!.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${task} ended with ${code}`)
  return output
}

/** Resolves when the child has said its first word. */
export async function firstWord(child: ChildProcess): Promise<void> {
  await once(child.stdout!, 'data')
}

export async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'close')
  child.kill('SIGKILL')
  await gone
}
