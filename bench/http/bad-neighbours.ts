import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, connectClient, percentiles } from './load.ts'
import { type Memory, type Started, startShoko } from './servers.ts'

export interface Neighbourhood {
  /** Sessions that are opened and abandoned. */
  readonly sessions: number
  /** Clients that never read, and as many that send a byte a second. */
  readonly crowd: number
  /** How long each of the two crowds stays. */
  readonly seconds: number
}

/** What five honest clients saw while something happened. */
export interface Suffered {
  readonly name: string
  readonly p50: number
  readonly p99: number
  readonly failures: number
  readonly calls: number
  readonly peak: number
}

export interface Abuse {
  readonly quiet: Suffered
  readonly rows: readonly Suffered[]
  readonly before: Memory
  readonly after: Memory
  /** Slow clients that were still connected at the end. */
  readonly slowLeft: number
}

/** As docs/deploy.md sets it: glibc then gives freed blocks back instead of keeping them for later. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
const probe: Call = { name: 'vault_read', args: { path: 'README.md', full: true } }

/** Starts the built server and lets all of them loose on it, one kind after the other. */
export async function sufferBadNeighbours({ sessions, crowd, seconds }: Neighbourhood): Promise<Abuse> {
  const shoko = await startShoko(ALLOCATOR)
  try {
    writeFileSync(join(shoko.workspace.path, 'vault/large.md'), 'a line of a large note\n'.repeat(20_000))
    await during(shoko, 'warm-up', () => sleep(200 * seconds))
    const quiet = await during(shoko, 'quiet', () => sleep(250 * seconds))
    const before = await settledMemory(shoko)
    let slowLeft = 0
    const rows = [
      await during(shoko, `${sessions} abandoned sessions`, () => abandonSessions(shoko.url, sessions)),
      await during(shoko, `${crowd} never read`, () => neverRead(crowdOf(shoko.url, crowd), seconds)),
      await during(shoko, `${crowd} send slowly`, async () => {
        slowLeft = await sendSlowly(crowdOf(shoko.url, crowd), seconds)
      }),
    ]
    return { quiet, rows, before, after: await settledMemory(shoko), slowLeft }
  } finally {
    shoko.stop()
  }
}

/** Five honest clients, one of them with a new connection for every call, while something happens. */
async function during(shoko: Started, name: string, happening: () => Promise<unknown>): Promise<Suffered> {
  const times: number[] = []
  let [failures, peak, running] = [0, 0, true]
  const honest = async (fresh: boolean) => {
    let client = connectClient(shoko.url)
    while (running) {
      const started = performance.now()
      if (await client.ask(probe)) times.push(performance.now() - started)
      else failures++
      peak = Math.max(peak, shoko.resident())
      if (fresh) {
        client.close()
        client = connectClient(shoko.url)
      }
      await sleep(10)
    }
    client.close()
  }
  const clients = [true, false, false, false, false].map(honest)
  await happening()
  running = false
  await Promise.all(clients)
  return { name, ...percentiles(times), failures, calls: times.length + failures, peak }
}

/** In a process of its own, so that the honest clients do not wait for it on their side. */
async function abandonSessions(url: string, sessions: number): Promise<void> {
  const opener = spawn(process.execPath, [join(import.meta.dirname, 'abandon-sessions.ts'), url, String(sessions)], {
    stdio: 'ignore',
  })
  await once(opener, 'exit')
}

/** Each asks for far more than any buffer holds, on one connection, and takes nothing. */
async function neverRead(open: (greeting: string) => Socket[], seconds: number): Promise<void> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'vault_read', arguments: { path: 'large.md', full: true } },
  })
  const request = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const sockets = open(request.repeat(10)).map((socket) => socket.pause())
  await sleep(1000 * seconds)
  hangUp(sockets)
}

/** Half of them never finish their headers, half never finish their body. */
async function sendSlowly(open: (greeting: string) => Socket[], seconds: number): Promise<number> {
  const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const sockets = open(head).map((socket, at) => {
    if (at % 2 === 0) socket.write('Content-Length: 100000\r\n\r\n')
    return socket.resume()
  })
  for (let second = 0; second < seconds; second++) {
    for (const socket of sockets) if (!socket.destroyed) socket.write('x')
    await sleep(1000)
  }
  const left = sockets.filter((socket) => !socket.destroyed).length
  hangUp(sockets)
  return left
}

function crowdOf(url: string, size: number): (greeting: string) => Socket[] {
  const port = Number(new URL(url).port)
  return (greeting) =>
    Array.from({ length: size }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {}).write(greeting)
      return socket
    })
}

function hangUp(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy()
}

/** Twice, with a pause: what the first collection lets go of may only be freed by the second. */
async function settledMemory(shoko: Started): Promise<Memory> {
  await sleep(5000)
  await shoko.collected()
  await sleep(1000)
  return shoko.collected()
}
