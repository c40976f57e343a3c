import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to the database that can be cut: nothing goes through any more, and nobody is told. */
export interface Wire {
  readonly url: string
  cut(): void
  mend(): void
  /** From now on it leads to another database; who was connected is not any more. */
  lead(to: string): void
  close(): void
}

export async function startWire(to: string): Promise<Wire> {
  let target = new URL(to)
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.setNoDelay(true)
      from.on('error', () => into.destroy())
      from.on('close', () => {
        open.delete(from)
        if (!isCut) into.destroy()
      })
      from.on('data', (chunk) => {
        if (!isCut) into.write(chunk)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(to)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    cut() {
      isCut = true
    },
    /** What was cut stays cut: bytes are missing in it. */
    mend() {
      isCut = false
      for (const socket of open) socket.destroy()
    },
    lead(there) {
      target = new URL(there)
      for (const socket of open) socket.destroy()
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
