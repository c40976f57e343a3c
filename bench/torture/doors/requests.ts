import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startShoko } from '../../http/servers.ts'
import { Random } from '../random.ts'
import type { Failure, RunOrder, RunOutcome, TortureRun } from '../run.ts'
import { type Health, type HealthWatch, watchHealth } from './health-watch.ts'
import { allShapes, type Shape, type Tool } from './shapes.ts'

const MOST_MS = 200
const MOST_GROWTH = 200 * 1024 * 1024
const MOST_LEFT = 40 * 1024 * 1024
const PATIENCE_MS = 60_000
/** A slow moment of the machine is not the shape's doing: only what is slow every time counts. */
const TRIES = 3

export const run: TortureRun = {
  name: 'doors-requests',
  promise:
    'any single request of up to 4 MiB (deep, long, wide, odd encodings; every tool, resource, prompt and completion): /healthz answers within 200 ms, memory grows by less than 200 MB and comes back',
  full: { shapes: 1200 },
  expectedSeconds: 240,
  run: sendShapes,
}

interface Sent extends Health {
  readonly name: string
  readonly status: number
  readonly ms: number
  readonly growth: number
}

async function sendShapes({ counts, seed, signal, report }: RunOrder): Promise<RunOutcome> {
  const server = await startShoko()
  const health = watchHealth(server.origin, server.child.pid!)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sent: Sent[] = []
  try {
    await untilReady(server.origin)
    const shapes = chosen(allShapes(await toolsOf(server.url)), counts.shapes ?? 1, seed)
    const before = (await server.collected()).live
    for (const shape of shapes) {
      if (signal.aborted) break
      sent.push(await sendUntilFast(shape, { url: server.url, agent, health, resident: server.resident }))
      if (sent.length % 100 === 0) report(`${sent.length} of ${shapes.length} shapes, worst ${worst(sent).worstMs.toFixed(0)} ms`)
    }
    const left = (await server.collected()).live - before
    return outcomeOf(sent, left)
  } finally {
    await health.stop()
    agent.destroy()
    server.stop()
  }
}

interface Target {
  readonly url: string
  readonly agent: Agent
  readonly health: HealthWatch
  readonly resident: () => number
}

async function sendUntilFast(shape: Shape, to: Target): Promise<Sent> {
  let best = await sendOne(shape, to)
  for (let tries = 1; tries < TRIES && best.worstMs > MOST_MS; tries++) {
    const again = await sendOne(shape, to)
    if (again.worstMs < best.worstMs) best = again
  }
  return best
}

async function sendOne(shape: Shape, to: Target): Promise<Sent> {
  const body = shape.make()
  const before = to.resident()
  await to.health.take()
  const started = performance.now()
  const status = await post(to.url, body, to.agent)
  const ms = performance.now() - started
  await sleep(15) // what it left behind, a collection or a write, may still hold up the next one
  const seen = await to.health.take()
  return { ...seen, name: shape.name, status, ms, growth: Math.max(0, seen.peakBytes - before) }
}

function post(url: string, body: Buffer, agent: Agent): Promise<number> {
  const headers = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  }
  return new Promise((resolve) => {
    const asked = request(url, { agent, method: 'POST', headers, timeout: PATIENCE_MS }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    asked.on('timeout', () => asked.destroy()).on('error', () => resolve(0))
    asked.end(body)
  })
}

/** The start is no request's doing. */
async function untilReady(origin: string): Promise<void> {
  while ((await fetch(`${origin}/readyz`)).status !== 200) await sleep(50)
}

async function toolsOf(url: string): Promise<readonly Tool[]> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  return ((await answer.json()) as { result: { tools: Tool[] } }).result.tools
}

/** All of them, or as many as asked for, drawn by the seed. */
function chosen(shapes: readonly Shape[], count: number, seed: number): readonly Shape[] {
  if (count >= shapes.length) return shapes
  const random = new Random(seed)
  return shapes
    .map((shape) => ({ shape, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ shape }) => shape)
}

function outcomeOf(sent: readonly Sent[], left: number): RunOutcome {
  const failures: Failure[] = sent.flatMap(({ name, worstMs, growth, failed, status }) => [
    ...(worstMs <= MOST_MS ? [] : [{ what: `${name}: /healthz took ${worstMs.toFixed(0)} ms` }]),
    ...(growth <= MOST_GROWTH ? [] : [{ what: `${name}: ${mb(growth)} MB more memory` }]),
    ...(failed === 0 ? [] : [{ what: `${name}: /healthz failed` }]),
    ...(status === 0 || status >= 500 ? [{ what: `${name}: answered with ${status}` }] : []),
  ])
  if (left > MOST_LEFT) failures.push({ what: `${mb(left)} MB of live memory are left` })
  const slowest = worst(sent)
  const largest = sent.reduce((a, b) => (b.growth > a.growth ? b : a), sent[0]!)
  const figures = {
    shapes: sent.length,
    '/healthz worst (ms)': Math.round(slowest.worstMs),
    with: slowest.name,
    'most memory more (MB)': mb(largest.growth),
    'live memory left (MB)': mb(left),
    'slowest answer (ms)': Math.round(Math.max(...sent.map(({ ms }) => ms))),
  }
  return { figures, failures }
}

function worst(sent: readonly Sent[]): Sent {
  return sent.reduce((a, b) => (b.worstMs > a.worstMs ? b : a), sent[0]!)
}

function mb(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
