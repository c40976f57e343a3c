import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StdioClient } from '../kanban/stdio-client.ts'
import { makeNotes, type Peer, peers, withOwnNode } from './peers.ts'
import { serveRegistry } from './registry.ts'

/**
 * From nothing to the first useful answer, with Node and npm and nothing else: an empty npm cache, an empty home, one npx line,
 * one tools/call over stdio. `npm run pack`, then `node bench/first-run/main.ts`; with `--old-node /usr/bin/node` also the line for people whose Node is
 * too old. Shoko comes from a registry on this machine in which it is published, the others from npm's: the column of the npm cache says how much
 * they fetch.
 */
const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { 'old-node': { type: 'string' }, only: { type: 'string' } } })
const upstream = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim()
const registry = await serveRegistry(join(root, 'dist'), upstream)

interface Row {
  readonly name: string
  readonly first: number
  readonly again: number
  readonly installed: number
  readonly files: number
  readonly fetched: number
  readonly answer: string
}

const all = peers(registry.url)
const chosen = all.filter(({ name }) => values.only === undefined || name === values.only)
const rows: Row[] = []
for (const peer of chosen) rows.push(await measure(peer, process.execPath))
if (values['old-node'] !== undefined) rows.push(await measure(withOwnNode(all[0]!), values['old-node']))
registry.close()
console.log(table(rows))

async function measure(peer: Peer, node: string): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'first-run-'))
  try {
    const notes = makeNotes(root, folder)
    const first = await run(peer, { folder, notes, node })
    const again = await run({ ...peer, prepare: [] }, { folder, notes, node })
    const installed = sizes(join(folder, 'cache/_npx'))
    return {
      name: peer.name,
      first: first.seconds,
      again: again.seconds,
      installed: installed.megabytes,
      files: installed.files,
      fetched: sizes(join(folder, 'cache/_cacache')).megabytes,
      answer: first.answer,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Place {
  readonly folder: string
  readonly notes: string
  readonly node: string
}

async function run({ packages, registry: from, prepare = [], command, ask }: Peer, { folder, notes, node }: Place) {
  const npx = ['--yes', ...packages.map((name) => `--package=${name}`), '--']
  const env = { ...bareMachine(folder, node), ...(from === undefined ? {} : { npm_config_registry: from }) }
  mkdirSync(env.HOME, { recursive: true })
  const started = performance.now()
  if (prepare.length > 0) {
    const done = spawnSync('npx', [...npx, ...prepare], { cwd: notes, env: { ...process.env, ...env }, encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`${prepare.join(' ')}: ${done.stdout}${done.stderr}`)
  }
  const client = new StdioClient(['npx', ...npx, ...command(notes)], { cwd: notes, env })
  try {
    await client.open()
    const answer = await client.call(ask.tool, ask.args)
    const seconds = (performance.now() - started) / 1000
    if (!answer.includes(ask.expect)) throw new Error(`${ask.tool} answered without ${ask.expect}: ${answer.slice(0, 300)}`)
    return { seconds, answer: `${ask.tool}: ${ask.expect}` }
  } finally {
    client.close()
  }
}

/** What a new machine has: the programs, and no folder that remembers anything. */
function bareMachine(folder: string, node: string) {
  const home = join(folder, 'home')
  return {
    PATH: [dirname(node), process.env['PATH'] ?? ''].join(delimiter),
    HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    npm_config_cache: join(folder, 'cache'),
    npm_config_update_notifier: 'false',
    NODE_COMPILE_CACHE: join(home, '.compiled'),
  }
}

function sizes(folder: string): { readonly megabytes: number; readonly files: number } {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
  return { megabytes: found.reduce((sum, size) => sum + size, 0) / 1e6, files: found.length }
}

function table(all: readonly Row[]): string {
  const head =
    '| | first answer from nothing | again | installed | files | npm cache | the answer |\n|---|---|---|---|---|---|---|'
  const lines = all.map(
    ({ name, first, again, installed, files, fetched, answer }) =>
      `| ${name} | ${first.toFixed(1)} s | ${again.toFixed(1)} s | ${installed.toFixed(1)} MB | ${files} | ${fetched.toFixed(1)} MB | ${answer} |`,
  )
  return [head, ...lines].join('\n')
}
