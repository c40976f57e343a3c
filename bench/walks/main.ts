/**
 * `node --conditions=shoko-source bench/walks/main.ts`: which of our files a call passes through, in the order of the layers.
 *
 * Counted by V8 while the call runs a second time, so that what is loaded or opened with the first use does not count. Worker
 * threads are not seen.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { plainCall } from '@shoko/contract'
import { createHttpApp, createHttpServer, createRuntime, createTelemetry, invoke, loadConfig, owner } from '@shoko/mcp-shell'

const root = resolve(import.meta.dirname, '../..')
const LAYERS = ['mcp-shell', 'vault', 'manual', 'kanban-bridge', 'vibe-bridge', 'follow', 'search', 'core-fs', 'contract']
const CARD = '01J8QZ7V5T9K3M2N4P6R8S0T1V'
const folder = mkdtempSync(join(tmpdir(), 'shoko-walks-'))
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
write('a.md', '# Tea\n\ngreen n0\n')
write('manuals/shop/a.md', '# Grinder\n\nThe grinder is cleaned every evening.\n')
write(`.kanban/doing/${CARD}__tea.md`, `---\nid: ${CARD}\ntitle: Tea\n---\n\nbody\n`)
write('vibe/app/plans/tea.md', '# Tea\n\nbuy green tea\n')

const env = { VAULT_ROOT: folder, KANBAN_ROOTS: folder, MANUALS_ROOT: join(folder, 'manuals'), VIBE_ROOT: join(folder, 'vibe') }
const sources = { argv: ['--workspace-root', folder], env, cwd: folder, home: folder }
const { config } = loadConfig({ ...sources, readFile: () => undefined, realPath: (path) => path })
const logger = { log: () => {} }
const runtime = createRuntime(config, { logger, cacheDir: join(folder, 'cache') })
const app = createHttpApp(runtime, { telemetry: createTelemetry(logger) })
const server = createHttpServer(app)
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

const call = async (name: string, args: object) => {
  const tool = await runtime.findTool(name)!.load()
  const outcome = await invoke(runtime.ports, { tool, args, principal: owner, call: plainCall })
  if (!outcome.ok) throw new Error(`${name}: ${outcome.failure.message}`)
}
const post = async () => {
  const { port } = server.address() as AddressInfo
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'walks', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/list',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } }),
  })
  const text = await response.text()
  if (!response.ok || !text.includes('vault_read')) throw new Error(`POST /mcp: ${response.status} ${text.slice(0, 300)}`)
}
let turn = 0
const columns = ['doing', 'review']
const walks: Readonly<Record<string, () => Promise<void>>> = {
  vault_replace: () => call('vault_replace', { path: 'a.md', find: `n${turn}`, replace: `n${++turn}` }),
  manual_find: () => call('manual_find', { query: `how is the grinder cleaned ${turn++}` }),
  'kanban/move': () => call('kanban/move', { board: '.', cardId: CARD, toColumn: columns[turn++ % 2] }),
  search: () => call('search', { query: 'green' }),
  'POST /mcp': post,
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
for (const [name, walk] of Object.entries(walks)) {
  await walk()
  await walk()
  await sleep(1500) // what the first calls left to do in the background
  await session.post('Profiler.takePreciseCoverage')
  await walk()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = result.filter(({ functions }) => functions.some(isCalled)).flatMap(({ url }) => ownFile(url))
  files.sort((one, other) => layerOf(one) - layerOf(other) || one.localeCompare(other))
  console.log(`${name}: ${files.length}\n  ${files.join('\n  ')}`)
}
await app.drain(0)
server.closeAllConnections()
server.close()
await runtime.close()
rmSync(folder, { recursive: true, force: true })

/** A script's own top level counts as a function without a name; it runs when it is loaded. */
function isCalled({ functionName, ranges }: { functionName: string; ranges: readonly { count: number; startOffset: number }[] }) {
  return ranges.some(({ count, startOffset }) => count > 0 && (functionName !== '' || startOffset > 0))
}

function ownFile(url: string): string[] {
  if (!url.startsWith('file:')) return []
  const path = relative(root, fileURLToPath(url))
  return /^packages\/[\w-]+\/src\//.test(path) ? [path.replace(/^packages\//, '').replace('/src/', '/')] : []
}

function layerOf(file: string): number {
  return LAYERS.indexOf(file.split('/', 1)[0]!)
}
