import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  readonly origin: string
  close(): Promise<void>
}

/** One request to one server, the next request to the next. Who cannot be connected to is passed over; nothing is sent twice. */
export async function startBalancer(upstreams: () => readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
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

  async function forward(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of from) chunks.push(chunk as Buffer)
    attempt({ from, to, body: Buffer.concat(chunks) }, upstreams().length)
  }

  function attempt(of: { from: IncomingMessage; to: ServerResponse; body: Buffer }, left: number): void {
    const { from, to, body } = of
    const all = upstreams()
    const upstream = all[turn++ % all.length]
    if (upstream === undefined || left === 0) return void to.writeHead(502).end()
    const { hostname, port, host } = new URL(upstream)
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
