import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { initTeam } from '@shoko/team-pg'
import { type Postgres, startPostgres } from '@shoko/testkit'
import { type StatelessCall, statelessCalls } from '../stateless-call.ts'
import { Cluster } from './cluster.ts'
import type { TeamOutcome } from './runs.ts'

/** Each space has a word that stands in its documents and in the names of its principals, and nowhere else. */
const SPACES = [
  { name: 'red', word: 'zinnober' },
  { name: 'blue', word: 'kobalt' },
] as const
type Space = (typeof SPACES)[number]

const AUDIENCE = 'shoko'
const SHARED = 'shared.md'

/** An authorization server reduced to its key. */
async function startIssuer() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256' }
  const server = createServer((asked, answer) => {
    answer.end(JSON.stringify(asked.url === '/jwks' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/jwks` }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const tokenOf = (sub: string, spaces: string) => {
    const claims = { iss: issuer, aud: AUDIENCE, exp: Math.floor(Date.now() / 1000) + 36_000, sub, scope: 'write', spaces }
    const signed = `${part({ alg: 'ES256', kid: 'k' })}.${part(claims)}`
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }
  return { issuer, tokenOf, close: () => void server.close().closeAllConnections() }
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** One who holds a token, at one server. */
class Bearer {
  readonly #calls: ReturnType<typeof statelessCalls>
  readonly #token: string

  constructor(origin: string, token: string) {
    this.#calls = statelessCalls(origin)
    this.#token = token
  }

  call(space: string, name: string, args: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.#send(space, this.#calls.callOf(name, args))
  }

  read(space: string, uri: string): Promise<Answer> {
    return this.#send(space, this.#calls.requestOf('resources/read', { uri }))
  }

  async metrics(origin: string, space: string): Promise<Answer> {
    const response = await fetch(`${origin}/spaces/${space}/metrics`, { headers: { Authorization: `Bearer ${this.#token}` } })
    return { status: response.status, text: await response.text() }
  }

  /** What a listener is sent, for as long as it listens. */
  listen(space: string, uri: string, heard: (text: string) => void): void {
    const { options, body } = this.#calls.requestOf('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } })
    const asked = request(this.#at(space, options), (response) => response.setEncoding('utf8').on('data', heard))
    asked.on('error', () => {}) // when it is closed
    asked.end(body)
  }

  close(): void {
    this.#calls.close()
  }

  #at(space: string, options: StatelessCall['options']): StatelessCall['options'] {
    const headers = { ...(options.headers as Record<string, string>), Authorization: `Bearer ${this.#token}` }
    return { ...options, path: `/spaces/${space}/mcp`, headers }
  }

  #send(space: string, { options, body }: StatelessCall): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request(this.#at(space, options), (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      asked.once('error', reject)
      asked.end(body)
    })
  }
}

/** Two spaces, principals of either on all servers: no answer, trace, notification, history, figure or error of one shows in the other. */
export async function keepApart(order: {
  readonly folder: string
  readonly servers: number
  readonly principals: number
  readonly calls: number
}): Promise<TeamOutcome> {
  const postgres = await startPostgres()
  const issuer = await startIssuer()
  for (const { name } of SPACES) await initTeam(postgres.url, name)
  const cluster = await startServers(order, postgres, issuer.issuer)
  try {
    return await play(cluster, { ...order, tokenOf: issuer.tokenOf })
  } finally {
    await cluster.stop()
    issuer.close()
    await postgres.close()
  }
}

function startServers(order: { readonly folder: string; readonly servers: number }, postgres: Postgres, issuer: string) {
  const env = { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: AUDIENCE }
  return Cluster.start({ folder: join(order.folder), servers: order.servers, postgres, env })
}

async function play(
  cluster: Cluster,
  order: { readonly principals: number; readonly calls: number; readonly tokenOf: (sub: string, spaces: string) => string },
): Promise<TeamOutcome> {
  const problems: string[] = []
  const tally = { calls: 0, refused: 0, notifications: 0 }
  const { origins } = cluster
  const see = (space: Space, { text }: { readonly text: string }, what: string) => {
    const other = SPACES.find(({ name }) => name !== space.name)!
    tally.calls++
    if (text.includes(other.word)) problems.push(`${what} of ${space.name} shows ${other.name}: ${text.slice(0, 200)}`)
  }
  const bearers = Array.from({ length: order.principals }, (_, at) => {
    const space = SPACES[at % SPACES.length]!
    const grant = at < SPACES.length ? `${space.name}:read` : space.name
    return { at, space, bearer: new Bearer(origins[at % origins.length]!, order.tokenOf(`${space.word}-${at}`, grant)) }
  })
  for (const { at, space, bearer } of bearers.slice(0, 2 * SPACES.length))
    bearer.listen(space.name, `vault://${SHARED}`, (text) => {
      tally.notifications += text.split('resources/updated').length - 1
      if (at % 2 === 0 && text.includes('resources/updated')) problems.push('told in a space where nobody wrote')
    })
  await sleep(500)
  const traces = new Map<string, string>()
  await Promise.all(bearers.map(act))
  // The last: only one space writes what both listen to; who listens in the other hears nothing.
  const writer = bearers.findLast(({ space }) => space === SPACES[1])!
  await writer.bearer.call('blue', 'vault_create', { path: SHARED, content: writer.space.word })
  await writer.bearer.call('blue', 'vault_write', { path: SHARED, content: `${writer.space.word} 2`, mode: 'overwrite' })
  await sleep(1000)
  if (tally.notifications === 0) problems.push('nobody was told of anything')
  for (const { bearer } of bearers) bearer.close()
  return { figures: { principals: bearers.length, ...tally }, problems: [...new Set(problems)] }

  async function act({ at, space, bearer }: (typeof bearers)[number]): Promise<void> {
    const other = SPACES.find(({ name }) => name !== space.name)!
    const mayWrite = at >= SPACES.length
    const path = `${at}.md`
    for (let turn = 0; turn < order.calls; turn++) {
      const content = `# ${space.word} ${at}\n\nA secret of ${space.word}, turn ${turn}.\n`
      const written = await bearer.call(space.name, turn === 0 ? 'vault_create' : 'vault_write', {
        path,
        content,
        ...(turn === 0 ? {} : { mode: 'overwrite' }),
      })
      see(space, written, 'a write')
      if (mayWrite !== (written.status === 200)) problems.push(`a write by ${at} is answered ${written.status}: ${written.text}`)
      see(space, await bearer.call(space.name, 'vault_search', { query: 'secret' }), 'a search')
      see(space, await bearer.call(space.name, 'vault_ls', {}), 'a list')
      see(
        space,
        await bearer.call(space.name, 'vault_read', { path: `${(at + 1) % order.principals}.md` }),
        'a read or its error',
      )
      see(space, await bearer.read(space.name, 'shoko://history/vault'), 'a history')
      const found = await bearer.call(space.name, 'manual_find', { query: 'secret' })
      see(space, found, 'a find')
      const trace = /"trace_id":"([0-9a-f]+)"/.exec(found.text)?.[1]
      if (trace !== undefined) traces.set(space.name, trace)
      const foreign = traces.get(other.name)
      if (foreign !== undefined) {
        const hits = await bearer.call(space.name, 'manual_hits', { trace_id: foreign })
        see(space, hits, 'a trace')
        if (!hits.text.includes('not_found')) problems.push(`a trace of ${other.name} is known: ${hits.text.slice(0, 200)}`)
      }
      if (turn % 10 === 0) see(space, await bearer.metrics(origins[at % origins.length]!, space.name), 'metrics')
      for (const name of [other.name, 'nowhere', 'main']) {
        const refused = await bearer.call(name, 'vault_ls', {})
        see(space, refused, 'a refusal')
        tally.refused++
        if (refused.status !== 403) problems.push(`${space.name} is let into ${name}: ${refused.status}`)
      }
    }
  }
}
