import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { type ClientKind, connect, type TestClient } from '@shoko/testkit'

/**
 * Real clients through a real proxy with TLS, in front of the packed server: `npm run pack`, then
 * `node --conditions=shoko-source scripts/through-proxy.ts nginx=/usr/sbin/nginx caddy=/usr/bin/caddy`.
 * The configurations are those of docs/deploy.md with other ports and paths.
 */
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'shoko-proxy-'))
const workspace = join(folder, 'workspace')
const token = 'a'.repeat(40)
const quietSeconds = 20
cpSync(join(root, 'dist/shoko/demo'), workspace, { recursive: true })
makeCertificate()

const server = spawn(process.execPath, [join(root, 'dist/shoko/bin/shoko.cjs'), 'http'], {
  env: {
    PATH: process.env['PATH'],
    WORKSPACE_ROOT: workspace,
    VIBE_ROOT: join(workspace, 'vibe'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    HTTP_PORT: '0',
    HTTP_ALLOWED_HOSTS: 'localhost',
    SHOKO_AUTH_TOKEN: token,
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'ignore', 'pipe'],
})
try {
  const upstream = new URL(await listening()).port
  for (const [index, choice] of process.argv.slice(2).entries()) await check(choice, { upstream, port: 18_443 + index })
} finally {
  server.kill('SIGTERM')
  const [code] = await once(server, 'exit')
  console.log(`the server ended with ${code}`)
  rmSync(folder, { recursive: true, force: true })
}

async function check(choice: string, ports: { readonly upstream: string; readonly port: number }): Promise<void> {
  const [name = '', program = name] = choice.split('=')
  const proxy = spawn(program, name === 'nginx' ? nginx(ports) : caddy(ports), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { HOME: folder },
  })
  const url = `https://localhost:${ports.port}/mcp`
  try {
    await reachable(url)
    console.log(`${name}: without a token ${(await fetch(url, { method: 'POST' })).status}, to another Host ${otherHost(url)}`)
    for (const kind of ['v1', 'v2-modern'] as const) await useClient(name, { url, kind })
    await useManyClients(name, url)
  } finally {
    if (proxy.exitCode === null) {
      proxy.kill('SIGTERM')
      await once(proxy, 'exit')
    }
  }
}

async function useClient(name: string, { url, kind }: { readonly url: string; readonly kind: ClientKind }): Promise<void> {
  const client = await connect({ transport: 'http', url, token }, kind)
  const tools = await client.tools()
  const found = await client.call('vault_search', { query: 'winter blend' })
  const { told } = await subscribe(client)
  await sleep(quietSeconds * 1000)
  const started = performance.now()
  editCard()
  await told
  const elapsed = Math.round(performance.now() - started)
  console.log(
    `${name}: ${kind}: ${tools.length} tools, search ${found.ok ? 'ok' : 'failed'}, told of an edit after ${quietSeconds} quiet seconds in ${elapsed} ms`,
  )
  await client.close()
}

/** Sessions of the old era side by side: everyone hears of the change once. */
async function useManyClients(name: string, url: string): Promise<void> {
  const clients = await Promise.all(Array.from({ length: 16 }, () => connect({ transport: 'http', url, token }, 'v1')))
  const subscribed = await Promise.all(clients.map(subscribe))
  await sleep(1000)
  editCard()
  await Promise.all(subscribed.map(({ told }) => told))
  const answers = await Promise.all(clients.flatMap((client) => Array.from({ length: 10 }, () => client.call('vault_ls', {}))))
  console.log(
    `${name}: ${clients.length} sessions all told, ${answers.filter(({ ok }) => ok).length} of ${answers.length} calls answered`,
  )
  await Promise.all(clients.map((client) => client.close()))
}

/** Once the subscription is made: a promise of the board's change, in an object, because awaiting it would wait for the change. */
async function subscribe({ raw, kind }: TestClient): Promise<{ readonly told: Promise<void> }> {
  const board = 'kanban://./board'
  const told = new Promise<void>((heard) => {
    raw.fallbackNotificationHandler = async ({ method }) => {
      if (method === 'notifications/resources/updated') heard()
    }
  })
  if (kind === 'v2-modern' && 'listen' in raw) await raw.listen({ resourceSubscriptions: [board] })
  else await raw.subscribeResource({ uri: board })
  return { told }
}

function editCard(): void {
  const column = join(workspace, '.kanban/backlog')
  appendFileSync(join(column, readdirSync(column).find((file) => file.endsWith('.md'))!), '\nSeen.\n')
}

function otherHost(url: string): string {
  return execFileSync('curl', ['-sk', '-o', '/dev/null', '-w', '%{http_code}', '-H', 'Host: evil.example', '-X', 'POST', url], {
    encoding: 'utf8',
  })
}

function nginx({ upstream, port }: { readonly upstream: string; readonly port: number }): string[] {
  const site = readFileSync(join(root, 'distribution/deploy/nginx.conf'), 'utf8')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('notes.example.com', 'localhost')
    .replace('/etc/ssl/notes.pem', join(folder, 'cert.pem'))
    .replace('/etc/ssl/notes.key', join(folder, 'key.pem'))
    .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/nginx.pid; error_log stderr; daemon off; events {} http { access_log off; ${temporary} ${site} }`,
  )
  return ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
}

function caddy({ upstream, port }: { readonly upstream: string; readonly port: number }): string[] {
  const site = readFileSync(join(root, 'distribution/deploy/Caddyfile'), 'utf8')
    .replace('notes.example.com {', `https://localhost:${port} {\n  tls ${folder}/cert.pem ${folder}/key.pem`)
    .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\n  admin off\n  auto_https disable_redirects\n  log {\n    level ERROR\n  }\n}\n${site}`,
  )
  return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
}

function makeCertificate(): void {
  mkdirSync(folder, { recursive: true })
  const to = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...to], { stdio: 'ignore' })
  setDefaultCACertificates([readFileSync(join(folder, 'cert.pem'), 'utf8')])
}

async function reachable(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(new URL('/healthz', url)).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error(`${url} cannot be reached`)
}

async function listening(): Promise<string> {
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes('"http.listening"')) return (JSON.parse(line) as { url: string }).url
    console.error(line)
  }
  throw new Error('the server did not start')
}
