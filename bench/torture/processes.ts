import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { childEnvironment } from './environment.ts'

/** Runs a program to its end and gives what it printed; throws what it complained of. */
export async function runProgram(args: readonly string[], signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [...args], { env: childEnvironment(), stdio: ['ignore', 'pipe', 'pipe'], signal })
  child.on('error', () => {}) // an aborted run ends its processes
  const output = { text: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.text += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.errors += text))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${child.exitCode}: ${output.errors.slice(-2000)}`)
  return output.text
}
