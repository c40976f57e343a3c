import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { percentiles } from '../../http/load.ts'
import { startShoko } from '../../http/servers.ts'
import type { RunOrder, RunOutcome, TortureRun } from '../run.ts'

/** The default of a server that others than the own machine can reach. */
const RATE_LIMIT = '1200'
const MOST_TIMES_SLOWER = 3
/** Percentiles of fast calls jump by the timer of the system; under this nobody waits. */
const LEAST_BOUND_MS = 15
const CALLS_A_SECOND = 15

export const run: TortureRun = {
  name: 'doors-neighbour',
  promise:
    'one principal doing its worst (sessions, streams, subscriptions, traces, batches): every call of another is answered, p99 under 3 times quiet',
  full: { seconds: 60 },
  expectedSeconds: 90,
  run: sufferNeighbour,
}

async function sufferNeighbour({ counts, signal, report }: RunOrder): Promise<RunOutcome> {
  const seconds = Math.max(6, counts.seconds ?? 0)
  const issuer = await startIssuer()
  const server = await startShoko({ OAUTH_ISSUER: issuer.url, OAUTH_AUDIENCE: 'shoko', HTTP_RATE_LIMIT: RATE_LIMIT })
  try {
    const mio = createCaller(server.url, issuer.tokenOf('mio'))
    const ana = createCaller(server.url, issuer.tokenOf('ana'), 64)
    for (let at = 0; at < 20; at++) await mio.call('vault_read', { path: 'README.md', full: true })
    // What is used for the first time is loaded and compiled, whoever uses it.
    await doItsWorst(ana, AbortSignal.any([AbortSignal.timeout(300), signal]))
    const before = (await server.collected()).live
    const quiet = await callFor(mio, seconds / 3, signal)
    report(`quiet: p99 ${quiet.p99.toFixed(1)} ms`)
    const stop = new AbortController()
    const attacks = doItsWorst(ana, AbortSignal.any([stop.signal, signal]))
    const beside = await callFor(mio, seconds, signal)
    stop.abort()
    const sent = await attacks
    mio.close()
    ana.close()
    const resident = Math.round(server.resident() / 1024 / 1024)
    const left = Math.round(((await server.collected()).live - before) / 1024 / 1024)
    const bound = Math.max(LEAST_BOUND_MS, MOST_TIMES_SLOWER * quiet.p99)
    return {
      figures: {
        'calls beside': beside.calls,
        failed: beside.failed,
        'requests of the other': sent,
        'p99 quiet (ms)': tenths(quiet.p99),
        'p99 beside (ms)': tenths(beside.p99),
        'p50 quiet (ms)': tenths(quiet.p50),
        'p50 beside (ms)': tenths(beside.p50),
        'resident memory (MB)': resident,
        'live memory more (MB)': left,
      },
      failures: [
        ...(beside.failed === 0 ? [] : [{ what: `${beside.failed} calls of the other principal were not answered` }]),
        ...(beside.p99 <= bound ? [] : [{ what: `p99 is ${tenths(beside.p99)} ms beside, ${tenths(quiet.p99)} ms quiet` }]),
      ],
    }
  } finally {
    server.stop()
    issuer.stop()
  }
}

interface Caller {
  /** The status of the answer, 0 when there was none. */
  send(
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly session?: string; readonly text: string }>
  call(name: string, args: object): Promise<boolean>
  /** Opens a stream and leaves it. */
  stream(session: string): void
  close(): void
}

function createCaller(url: string, token: string, sockets = 1): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const idle = new Agent({ keepAlive: true })
  const common = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${token}`,
  }
  const send: Caller['send'] = (body, headers = {}) =>
    new Promise((resolve) => {
      const asked = request(url, { agent, method: 'POST', headers: { ...common, ...headers } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        const session = response.headers['mcp-session-id']
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, ...(typeof session === 'string' ? { session } : {}) }),
        )
        response.on('error', () => resolve({ status: 0, text }))
      })
      asked.on('error', () => resolve({ status: 0, text: '' }))
      asked.end(JSON.stringify(body))
    })
  return {
    send,
    async call(name, args) {
      const { status, text } = await send(rpc('tools/call', { name, arguments: args }))
      return status === 200 && text.includes('"result"') && !text.includes('"isError":true')
    },
    stream(session) {
      const headers = { ...common, Accept: 'text/event-stream', 'Mcp-Session-Id': session }
      request(url, { agent: idle, headers }, (response) => void response.resume())
        .on('error', () => {})
        .end()
    },
    close() {
      agent.destroy()
      idle.destroy()
    },
  }
}

const rpc = (method: string, params: object, id = 1) => ({ jsonrpc: '2.0', id, method, params })
const handshake = rpc('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'worst', version: '1' },
})

/** Calls as an agent makes them, one after the other; each one's time. */
async function callFor(caller: Caller, seconds: number, signal: AbortSignal) {
  const times: number[] = []
  let failed = 0
  const until = performance.now() + seconds * 1000
  while (performance.now() < until && !signal.aborted) {
    const at = performance.now()
    if (await caller.call('vault_read', { path: 'README.md', full: true })) times.push(performance.now() - at)
    else failed++
    await new Promise((resolve) => setTimeout(resolve, 1000 / CALLS_A_SECOND))
  }
  return { calls: times.length, failed, ...percentiles(times) }
}

/** Sessions, streams, subscriptions, traces and batches, as fast as its answers come, whatever they are. */
async function doItsWorst(caller: Caller, signal: AbortSignal): Promise<number> {
  let sent = 0
  const repeat = async (work: () => Promise<{ readonly status: number } | undefined>) => {
    while (!signal.aborted) {
      sent++
      const answer = await work()
      // Who is told to wait asks again at once, but not without an end: the client's own processor is the server's here.
      if (answer?.status === 429) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const openSession = async () => {
    const { session, status } = await caller.send(handshake)
    if (session !== undefined) {
      caller.stream(session)
      await caller.send(rpc('resources/subscribe', { uri: `vibe://projects/${'x'.repeat(1900)}${sent}` }), {
        'Mcp-Session-Id': session,
      })
    }
    return { status }
  }
  const batch = () =>
    caller.send(
      Array.from({ length: 100 }, (_, id) =>
        rpc('tools/call', { name: 'manual_find', arguments: { query: `手続き ${sent} ${id}` } }, id),
      ),
    )
  const trace = () =>
    caller.send(rpc('tools/call', { name: 'manual_find', arguments: { query: `guía ${sent}`, include_claim_graph: true } }))
  const large = () => caller.send(rpc('tools/call', { name: 'vault_search', arguments: { query: 'x'.repeat(200_000) } }))
  await Promise.all([repeat(openSession), repeat(openSession), repeat(batch), repeat(trace), repeat(large)])
  return sent
}

/** An authorization server reduced to its key. */
async function startIssuer() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256' }
  const server = createServer((asked, response) => {
    response.end(JSON.stringify(asked.url === '/jwks' ? { keys: [jwk] } : { issuer: url, jwks_uri: `${url}/jwks` }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    tokenOf: (sub: string) =>
      signed({ iss: url, aud: 'shoko', sub, scope: 'read', exp: Math.floor(Date.now() / 1000) + 3600 }, privateKey),
    stop: () => void server.close().closeAllConnections(),
  }
}

function signed(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'ES256', kid: 'k', typ: 'at+jwt' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
