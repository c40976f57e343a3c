import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  readonly origin: string
  close(): Promise<void>
}

/** Who owes an answer for longer is not asked until it has answered, as balancers do that look after their servers. */
const SILENT_MS = 500

/** One request to one server, the next request to the next. Who cannot be connected to, or is silent, is passed over; nothing is sent twice. */
export async function startBalancer(upstreams: () => readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const owed = new Map<string, Set<number>>()
  let turn = 0
  const server = createServer((from, to) => void forward(from, to))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
      await once(server, 'close')
    },
  }

  function nextOf(all: readonly string[]): string | undefined {
    const late = performance.now() - SILENT_MS
    for (let tries = 0; tries < all.length; tries++) {
      const upstream = all[turn++ % all.length]!
      const [oldest = Number.POSITIVE_INFINITY] = owed.get(upstream) ?? []
      if (oldest > late) return upstream
    }
    return all[turn++ % all.length]
  }

  async function forward(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of from) chunks.push(chunk as Buffer)
    attempt({ from, to, body: Buffer.concat(chunks) }, upstreams().length)
  }

  function attempt(of: { from: IncomingMessage; to: ServerResponse; body: Buffer }, left: number): void {
    const { from, to, body } = of
    const all = upstreams()
    const upstream = nextOf(all)
    if (upstream === undefined || left === 0) return void to.writeHead(502).end()
    const { hostname, port, host } = new URL(upstream)
    const begun = performance.now()
    const open = owed.get(upstream) ?? new Set()
    owed.set(upstream, open.add(begun))
    to.once('close', () => open.delete(begun))
    const asked = request(
      { agent, hostname, port, path: from.url, method: from.method, headers: { ...from.headers, host } },
      (answered) => {
        to.writeHead(answered.statusCode ?? 502, answered.headers)
        answered.pipe(to)
        answered.once('error', () => to.destroy())
      },
    )
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') attempt(of, left - 1)
      else to.destroy()
    })
    asked.end(body)
  }
}
