import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Cold start to the first tools/list, beside bare Node in the same run. Prints the ratio of the medians. */
const main = resolve(import.meta.dirname, '../apps/stdio/dist/main.js')
const rounds = Number(process.argv[2] ?? 15)
const root = mkdtempSync(join(tmpdir(), 'shoko-cold-'))
const hello = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
]
  .map((message) => `${JSON.stringify(message)}\n`)
  .join('')

const bare: number[] = []
const server: number[] = []
for (let round = 0; round < rounds + 2; round++) {
  const [a, b] = [await timeBare(), await timeServer()]
  if (round >= 2) {
    bare.push(a)
    server.push(b)
  }
}
rmSync(root, { recursive: true, force: true })
console.log(`bare node           ${median(bare).toFixed(1)} ms`)
console.log(`shoko to tools/list ${median(server).toFixed(1)} ms`)
console.log(`ratio               ${(median(server) / median(bare)).toFixed(2)}`)

async function timeBare(): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("x")'], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  const elapsed = performance.now() - started
  await once(child, 'exit')
  return elapsed
}

async function timeServer(): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [main], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, WORKSPACE_ROOT: root },
  })
  child.stdin.write(hello)
  let text = ''
  child.stdout.setEncoding('utf8')
  for await (const chunk of child.stdout) {
    text += chunk
    if (text.includes('"id":2')) break
  }
  const elapsed = performance.now() - started
  child.kill('SIGKILL')
  return elapsed
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
