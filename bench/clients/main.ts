/**
 * Real clients, from npm and without an account: does each say "connected" to what `shoko init` has written?
 *
 *   pnpm build && node bench/clients/main.ts [--client ID]… [--node PATH]… [--keep FOLDER]
 *
 * Each is installed into a temporary folder. It is asked once for every Node: with one that is too old for Shoko, init runs
 * as in a clone that has fetched a Node; with one that is new enough, as the person's own. Not part of the test command: it
 * needs the network, some 600 MB and a few minutes.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type ClientProgram, programs, versionOf } from './programs.ts'

const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    client: { type: 'string', multiple: true },
    node: { type: 'string', multiple: true },
    keep: { type: 'string' },
  },
})
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'shoko-clients-'))
const rows: (readonly string[])[] = []
let failed = 0

try {
  const nodes = (values.node ?? nodesHere()).map(describeNode)
  for (const program of programs.filter(({ id }) => values.client?.includes(id) ?? true)) {
    const place = install(program)
    if (place === undefined) {
      failed++
      rows.push([program.id, '-', '-', 'could not be installed'])
      continue
    }
    for (const node of nodes) {
      const { connected, said } = ask(program, { place, node })
      if (!connected) failed++
      rows.push([program.id, versionOf(place, program), node.version, `${connected ? 'connected' : 'NOT connected'}: ${said}`])
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`)
    }
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
}
console.log(['| client | version | Node | |', '|---|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'))
process.exit(failed === 0 ? 0 : 1)

/** Every Node on PATH, and the one that runs this. */
function nodesHere(): readonly string[] {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, 'node'))
  const found = [...onPath, process.execPath].filter((path) => existsSync(path))
  const byVersion = new Map(found.map((path) => [describeNode(path).version, path]))
  return [...byVersion.values()]
}

interface Node {
  readonly path: string
  readonly version: string
  readonly isNewEnough: boolean
}

function describeNode(path: string): Node {
  const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return { path, version, isNewEnough: major > 24 || (major === 24 && minor >= 15) }
}

function install(program: ClientProgram): string | undefined {
  const place = join(folder, program.id)
  if (existsSync(join(place, 'node_modules', '.bin', program.bin))) return place
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{"private":true}\n')
  const done = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', program.package], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  })
  return done.status === 0 && existsSync(join(place, 'node_modules', '.bin', program.bin)) ? place : undefined
}

/** A home of its own with notes in it; init, then the client's own word. */
function ask(program: ClientProgram, { place, node }: { readonly place: string; readonly node: Node }) {
  const home = mkdtempSync(join(folder, 'home-'))
  const cwd = join(home, 'work')
  mkdirSync(cwd)
  cpSync(join(root, 'fixtures/workspace/vault'), join(home, 'notes'), { recursive: true })
  const bin = ownBin(home, node)
  const env = { PATH: [bin, '/usr/bin', '/bin'].join(delimiter), HOME: home, TERM: 'dumb', CI: '1' }
  const runner = node.isNewEnough ? join(bin, 'node') : process.execPath
  const init = spawnSync(
    runner,
    [join(root, 'apps/cli/dist/main.js'), 'init', '--yes', '--client', program.id, '--vault', join(home, 'notes')],
    { cwd, env, encoding: 'utf8' },
  )
  if (init.status !== 0) return { connected: false, said: `init ended with ${init.status}: ${init.stderr.trim()}` }
  const answer = program.ask({ program: join(place, 'node_modules', '.bin', program.bin), home, cwd, env })
  rmSync(home, { recursive: true, force: true })
  return answer
}

/** A folder that holds this Node and nothing else, as a person's own would lie: not in a clone, not in a cache. */
function ownBin(home: string, { path }: Node): string {
  const bin = join(home, '.node', 'bin')
  mkdirSync(bin, { recursive: true })
  cpSync(path, join(bin, 'node'), { dereference: true })
  return dirname(join(bin, 'node'))
}
