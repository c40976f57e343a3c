import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { besideRipgrep, median, type Row, timed } from './measure.ts'

const MAIN = resolve(import.meta.dirname, '../../apps/stdio/dist/main.js')
const ROUNDS = 5
const LATER_CALLS = 9
/** What an agent takes at least between connecting and its first question. */
const THINKING_MS = 1500
const HELLO = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }

/** vault_search through the built stdio server, as a client meets it, beside spawning `rg -j2` over the same notes. */
export async function benchServerSearch(notes: string): Promise<Row[]> {
  const [ripgrep, first, atOnce, later]: number[][] = [[], [], [], []]
  const hasRipgrep = spawnSync('rg', ['--version']).status === 0
  const runRipgrep = async () => {
    if (hasRipgrep) ripgrep!.push(await timed(() => spawnSync('rg', ['-j2', '-c', '-F', 'needle-', notes])))
  }
  for (let round = 0; round < ROUNDS; round++) {
    const hasty = await connect(notes)
    atOnce!.push(await hasty.search())
    hasty.end()
    const server = await connect(notes)
    await sleep(THINKING_MS)
    await runRipgrep()
    first!.push(await server.search())
    await sleep(THINKING_MS / 3)
    for (let call = 0; call < LATER_CALLS; call++) {
      await runRipgrep()
      later!.push(await server.search())
    }
    server.end()
  }
  const shown = (values: readonly number[]) => besideRipgrep(median(values), ripgrep!)
  return [
    { what: 'through the server, first call, 1.5 s after connecting', value: shown(first!) },
    { what: 'through the server, first call, at once', value: shown(atOnce!) },
    { what: 'through the server, later calls', value: shown(later!) },
  ]
}

async function connect(notes: string) {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, VAULT_ROOT: notes, WORKSPACE_ROOT: notes },
  })
  const waiting = new Map<number, () => void>()
  createInterface({ input: child.stdout }).on('line', (line) => waiting.get((JSON.parse(line) as { id: number }).id)?.())
  let id = 0
  const ask = (method: string, params: object) =>
    new Promise<void>((answered) => {
      waiting.set(++id, answered)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  await ask('initialize', HELLO)
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  await ask('tools/list', {})
  return {
    search: () =>
      timed(() => ask('tools/call', { name: 'vault_search', arguments: { query: 'needle-', mode: 'plain', limit: 100 } })),
    end: () => void child.kill(),
  }
}
