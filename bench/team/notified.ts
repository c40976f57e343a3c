import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { statelessCalls } from '../stateless-call.ts'
import { connectTeam } from './client.ts'
import type { Cluster } from './cluster.ts'
import type { TeamOutcome } from './runs.ts'

const NOTE = 'told.md'
const LATEST_MS = 10_000

/** Listens to a resource on one server; resolves when the server does so, with what ends it. */
async function listenTo(origin: string, uri: string, told: () => void): Promise<() => void> {
  const { requestOf, close } = statelessCalls(origin)
  const { options, body } = requestOf('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } })
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  const asked = request(options, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const events = (text + chunk).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        if (event.includes('"notifications/subscriptions/acknowledged"')) resolve()
        if (event.includes('"notifications/resources/updated"')) told()
      }
    })
    response.once('error', reject) // also when it is ended, and then nobody waits any more
  })
  asked.once('error', reject)
  asked.end(body)
  await ready
  return close
}

/** Written on one server, told by another: every change, and how long after the answer. */
export async function tellOthers(cluster: Cluster, changes: number): Promise<TeamOutcome> {
  const clients = cluster.origins.map((origin) => connectTeam(origin))
  const [writer, listener] = [clients[0]!, cluster.origins.at(-1)!]
  await writer.call('vault_create', { path: NOTE, content: 'x' })
  let told = Promise.withResolvers<number>()
  const stop = await listenTo(listener, `vault://${NOTE}`, () => told.resolve(performance.now()))
  const afterCall: number[] = []
  const afterAnswer: number[] = []
  const problems: string[] = []
  for (let turn = 0; turn < changes; turn++) {
    told = Promise.withResolvers<number>()
    const begun = performance.now()
    const written = await writer.call('vault_write', { path: NOTE, content: `${turn}`, mode: 'overwrite' })
    const answered = performance.now()
    if (!written.ok) throw new Error(`${written.code} ${written.message}`)
    const at = await Promise.race([told.promise, sleep(LATEST_MS, undefined)])
    if (at === undefined) problems.push(`change ${turn} was not told`)
    else {
      afterCall.push(at - begun)
      afterAnswer.push(Math.max(0, at - answered))
    }
    await sleep(30) // each by itself: changes that come quickly are told together
  }
  stop()
  for (const client of clients) client.close()
  const figures = {
    told: afterAnswer.length,
    'after the answer p50 ms': middle(afterAnswer),
    'after the call began p50 ms': middle(afterCall),
  }
  return { figures, problems }
}

function middle(times: number[]): number {
  times.sort((a, b) => a - b)
  return Math.round((times[Math.floor(times.length / 2)] ?? Number.NaN) * 100) / 100
}
