import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openSharedPage, type SharedPage, type ShokoConfig, withConfig } from '@shoko/mcp-shell'
import { err, out } from '../terminal/output.ts'
import { openBrowser } from './open-browser.ts'
import { type Address, type Answering, askForCode } from './open-server.ts'

const USAGE = 'usage: shoko open [--no-browser] [settings]'

/**
 * The page of this workspace: of the server that runs already; or of the process that the agents share, where there is one, or
 * else of a server that is started, kept up until Ctrl+C.
 */
export function open(argv: readonly string[]): Promise<number> {
  return withConfig(
    argv,
    async ({ config, rest }) => {
      const unknown = rest.find((word) => word !== '--no-browser')
      if (unknown !== undefined) return refuse(`unknown argument: ${unknown}\n${USAGE}`)
      const withBrowser = !rest.includes('--no-browser')
      const address = { host: reachable(config.HTTP_HOST), port: config.HTTP_PORT }
      const found: Answering = config.HTTP_PORT === 0 ? { kind: 'nobody' } : await askForCode(config, address)
      if (found.kind === 'refused') return refuse(`the server at ${urlOf(address)} says: ${found.message}`)
      if (found.kind === 'ours') return show({ config, address, code: found.code, withBrowser })
      return serve({ config, argv, withBrowser, isTaken: found.kind !== 'nobody' })
    },
    { passUnknownFlags: true },
  )
}

interface Shown {
  readonly config: ShokoConfig
  readonly address: Address
  readonly code: string
  readonly withBrowser: boolean
}

/** Where nobody has to show who he is, the code is of no use and stays out of the address. */
async function show({ config, address, code, withBrowser }: Shown): Promise<number> {
  const isNeeded = config.SHOKO_AUTH_TOKEN !== null || config.OAUTH_ISSUER !== null
  const url = isNeeded ? `${urlOf(address)}#code=${code}` : urlOf(address)
  const hasOpened =
    withBrowser &&
    (await openBrowser(url, { secret: isNeeded, cache: cacheFolder(), env: process.env, platform: process.platform }))
  if (hasOpened) out.write(`Shoko is open in your browser: ${urlOf(address)}\n`)
  else out.write(`Shoko is at ${url}${isNeeded ? '\nThe address works once, within a minute.' : ''}\n`)
  return 0
}

interface Started {
  readonly config: ShokoConfig
  readonly argv: readonly string[]
  readonly withBrowser: boolean
  readonly isTaken: boolean
}

/** Until Ctrl+C; on another port when the usual one is somebody else's. */
async function serve(started: Started): Promise<number> {
  const { config, isTaken } = started
  const settings = isTaken ? { ...config, HTTP_PORT: 0 } : config
  const shared = isShareable(config) ? await openSharedPage(settings, process.argv[1]!) : undefined
  return shared === undefined ? serveAlone(started) : serveShared(shared, started)
}

/** What the agents' process serves besides is for this machine alone. */
function isShareable({ SHOKO_SHARED, SHOKO_DATABASE_URL, HTTP_HOST }: ShokoConfig): boolean {
  return SHOKO_SHARED && SHOKO_DATABASE_URL === null && ['127.0.0.1', '::1', 'localhost'].includes(HTTP_HOST)
}

/** When that process ends before we do, the page goes on at the same address. */
async function serveShared(shared: SharedPage, { config, argv, withBrowser }: Started): Promise<number> {
  const stopped = Promise.withResolvers<'stopped'>()
  const stop = () => stopped.resolve('stopped')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  await announce({ config, port: shared.port, withBrowser })
  const end = await Promise.race([stopped.promise, shared.over])
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  shared.close()
  if (end === 'stopped') return 0
  const settings = { ...config, HTTP_PORT: shared.port }
  const next = await openSharedPage(settings, process.argv[1]!)
  const again = { config: settings, argv: [...argv, '--http-port', String(shared.port)], withBrowser: false, isTaken: false }
  return next === undefined ? serveAlone(again) : serveShared(next, again)
}

async function serveAlone({ config, argv, withBrowser, isTaken }: Started): Promise<number> {
  const settings = argv.filter((word) => word !== '--no-browser')
  const child = spawn(process.execPath, [process.argv[1]!, 'http', ...settings, ...(isTaken ? ['--http-port', '0'] : [])], {
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  void announceWhenUp(child, { config, withBrowser })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

async function announceWhenUp(
  child: ChildProcess,
  { config, withBrowser }: Pick<Started, 'config' | 'withBrowser'>,
): Promise<void> {
  for await (const line of createInterface({ input: child.stderr! })) {
    if (!line.includes('"http.listening"')) {
      err.write(`${line}\n`)
      continue
    }
    await announce({ config, port: Number(new URL((JSON.parse(line) as { url: string }).url).port), withBrowser })
  }
}

async function announce({ config, port, withBrowser }: Pick<Started, 'config' | 'withBrowser'> & { readonly port: number }) {
  const address = { host: reachable(config.HTTP_HOST), port }
  const found = await askForCode(config, address)
  if (found.kind === 'ours') await show({ config, address, code: found.code, withBrowser })
  else out.write(`Shoko is at ${urlOf(address)}\n`)
  out.write('Ctrl+C stops it.\n')
}

/** An address that stands for all of them is reached on this machine. */
function reachable(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
}

function urlOf({ host, port }: Address): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME } = process.env
  return join(XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(homedir(), '.cache'), 'shoko')
}

function refuse(text: string): number {
  err.write(`shoko open: ${text}\n`)
  return 2
}
