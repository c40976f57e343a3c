// Runs on a bare clone with Node 18 or later and npm: fetches what is missing, then hands over to TypeScript under the right Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const runtime = join(root, '.runtime')
const bin = join(runtime, 'node_modules', '.bin')
const windows = process.platform === 'win32'
const NODE = 'node@24.21.0'
const PNPM = 'pnpm@12.18.0'

const task = process.argv[2]
const commands = {
  start: ['scripts/start.ts'],
  test: ['scripts/check.ts'],
  shoko: ['scripts/shoko.ts'],
  demo: ['scripts/shoko.ts', '--demo'],
  pack: ['scripts/pack.ts'],
  torture: ['--conditions=shoko-source', 'bench/torture/main.ts'],
}
if (!(task in commands)) fail(`usage: npm run ${Object.keys(commands).join('|')}`)

fetchRuntime()
const node = supported(process.versions.node) ? process.execPath : join(bin, windows ? 'node.exe' : 'node')
const env = {
  ...process.env,
  SHOKO_CALLED_FROM: process.env.INIT_CWD ?? process.cwd(),
  PATH: [dirname(node), bin, join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
}
installDependencies()
const child = spawn(node, [...commands[task], ...process.argv.slice(3)], { cwd: root, env, stdio: 'inherit' })
// Whoever ends this one, or npm, ends what it has started: a signal to npm reaches the shell between, and no further.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
const parent = process.ppid
setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref()
child.on('exit', (code) => process.exit(code ?? 1))

/**
 * The package manager always, Node only where this one is too old. Kept in .runtime, so that a second run fetches nothing.
 * A Node that was fetched once stays, also when this one is new enough by now: clients may have been told its path.
 */
function fetchRuntime() {
  const wanted = supported(process.versions.node) && !existsSync(join(runtime, 'node_modules', 'node')) ? [PNPM] : [NODE, PNPM]
  const stamp = join(runtime, 'fetched')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted.join(' ')) return
  say(`fetching ${wanted.join(' and ')}`)
  mkdirSync(runtime, { recursive: true })
  writeFileSync(join(runtime, 'package.json'), '{"private":true}\n')
  run(
    windows ? 'npm.cmd' : 'npm',
    ['install', '--prefix', runtime, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...wanted],
    process.env,
  )
  writeFileSync(stamp, wanted.join(' '))
}

function installDependencies() {
  const stamp = join(root, 'node_modules', '.shoko-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('installing dependencies from the lockfile')
  run(
    join(bin, windows ? 'pnpm.cmd' : 'pnpm'),
    ['install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=error'],
    env,
  )
  writeFileSync(stamp, wanted)
}

function run(command, args, environment) {
  const done = spawnSync(command, args, { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'inherit'], shell: windows })
  if (done.error?.code === 'ENOENT')
    fail(`${command} is missing: install Node 18 or later together with npm, then run this again`)
  if (done.status !== 0)
    fail(`${command} ${args[0]} failed; it needs the network the first time. Run this again when it is there`)
}

function supported(version) {
  const [major, minor, patch] = version.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 15) || (major === 22 && (minor > 23 || (minor === 23 && patch >= 3)))
}

function say(text) {
  process.stderr.write(`shoko: ${text}\n`)
}

function fail(text) {
  say(text)
  process.exit(1)
}
