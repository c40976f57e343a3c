import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, connectClient, percentiles } from './load.ts'
import { type Memory, startShoko } from './servers.ts'

/**
 * What bad neighbours cost the others: sessions that are opened and abandoned, clients that never read, clients that send a byte a
 * second. `node --conditions=shoko-source bench/http/abuse.ts [sessions] [clients]`
 */
const SESSIONS = Number(process.argv[2] ?? 10_000)
const CROWD = Number(process.argv[3] ?? 200)

/** As docs/deploy.md sets it: glibc then gives freed blocks back instead of keeping them for later. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

const shoko = await startShoko(ALLOCATOR)
writeFileSync(join(shoko.workspace.path, 'vault/large.md'), 'a line of a large note\n'.repeat(20_000))
const { port } = new URL(shoko.url)
const probe: Call = { name: 'vault_read', args: { path: 'README.md', full: true } }

await during('warm-up', () => sleep(8000))
const quiet = await during('quiet', () => sleep(10_000))
const before = await settledMemory()
const rows = [
  await during(`${SESSIONS} abandoned sessions`, abandonSessions),
  await during(`${CROWD} never read`, neverRead),
  await during(`${CROWD} send slowly`, sendSlowly),
]
const after = await settledMemory()
console.log(`quiet                     p99 ${quiet.p99.toFixed(1)} ms`)
for (const row of rows)
  console.log(
    `${row.name.padEnd(25)} p99 ${row.p99.toFixed(1)} ms  ratio ${(row.p99 / quiet.p99).toFixed(2)}  failed ${row.failures} of ${row.calls}  peak ${mb(row.peak)} MB`,
  )
for (const [name, from, to] of [
  ['live memory', before.live, after.live],
  ['resident memory', before.rss, after.rss],
] as const)
  console.log(`${name.padEnd(25)} ${mb(from)} MB before, ${mb(to)} MB after (${mb(to - from)} MB)`)
shoko.stop()

function mb(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

/** Five honest clients, one of them with a new connection for every call, while something happens. */
async function during(name: string, happening: () => Promise<unknown>) {
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
async function abandonSessions(): Promise<void> {
  const opener = spawn(process.execPath, [join(import.meta.dirname, 'abandon-sessions.ts'), shoko.url, String(SESSIONS)], {
    stdio: 'inherit',
  })
  await once(opener, 'exit')
}

/** Each asks for far more than any buffer holds, on one connection, and takes nothing. */
async function neverRead(): Promise<void> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'vault_read', arguments: { path: 'large.md', full: true } },
  })
  const request = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const sockets = crowd(request.repeat(10)).map((socket) => socket.pause())
  await sleep(45_000)
  hangUp(sockets)
}

/** Half of them never finish their headers, half never finish their body. */
async function sendSlowly(): Promise<void> {
  const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const sockets = crowd(head).map((socket, at) => {
    if (at % 2 === 0) socket.write('Content-Length: 100000\r\n\r\n')
    return socket.resume()
  })
  for (let second = 0; second < 40; second++) {
    for (const socket of sockets) if (!socket.destroyed) socket.write('x')
    await sleep(1000)
  }
  console.log(`${sockets.filter((socket) => !socket.destroyed).length} of ${CROWD} slow clients were still connected after 40 s`)
  hangUp(sockets)
}

function crowd(greeting: string): Socket[] {
  return Array.from({ length: CROWD }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {}).write(greeting)
    return socket
  })
}

function hangUp(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy()
}

/** Twice, with a pause: what the first collection lets go of may only be freed by the second. */
async function settledMemory(): Promise<Memory> {
  await sleep(5000)
  await shoko.collected()
  await sleep(1000)
  return shoko.collected()
}
