import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  readonly origin: string
  close(): Promise<void>
}

/** Who owes an answer for longer is not asked until it has answered, as balancers do that look after their servers. */
const SILENT_MS = 500
const HEAD_END = '\r\n\r\n'

/**
 * One request to one server, the next request to the next. Who cannot be connected to, or is silent, is passed over; nothing is sent
 * twice. It passes on bytes and looks at no more of them than where a message ends, as a balancer in C does: what is measured behind
 * it are the servers. For calls, whose requests and answers say how long they are.
 */
export async function startBalancer(upstreams: () => readonly string[]): Promise<Balancer> {
  const owed = new Map<string, Set<number>>()
  const idle = new Map<string, Set<Socket>>()
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer({ noDelay: true }, (near) => {
    keep(near)
    void serve(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }

  function keep(socket: Socket): void {
    open.add(socket)
    socket.on('error', () => {}) // `close` tells
    socket.once('close', () => open.delete(socket))
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

  /** The requests of one connection, one after the other. */
  function serve(near: Socket): void {
    let bytes: Buffer = Buffer.alloc(0)
    let isBusy = false
    const next = async (): Promise<void> => {
      if (isBusy) return
      const message = firstOf(bytes)
      if (message === undefined) return
      if (message.size === undefined) return void near.destroy()
      if (bytes.length < message.size) return
      isBusy = true
      const request = bytes.subarray(0, message.size)
      bytes = bytes.subarray(message.size)
      await forward(near, { head: message.head, rest: request.subarray(message.head.length) })
      isBusy = false
      return next()
    }
    near.on('data', (chunk) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
      void next()
    })
  }

  async function forward(near: Socket, request: { readonly head: string; readonly rest: Buffer }): Promise<void> {
    const far = await reach()
    if (far === undefined) return void near.end(`HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0${HEAD_END}`)
    const { socket, upstream } = far
    const begun = performance.now()
    const open = owed.get(upstream) ?? new Set()
    owed.set(upstream, open.add(begun))
    const head = request.head.replace(/\r\nhost: [^\r]*/i, `\r\nHost: ${new URL(upstream).host}`)
    socket.cork()
    socket.write(head, 'latin1')
    socket.write(request.rest)
    socket.uncork()
    const isWhole = await answered(near, socket)
    open.delete(begun)
    if (!isWhole) return void [near, socket].map((one) => one.destroy())
    idleOf(upstream).add(socket)
  }

  /** A connection to the server whose turn it is; undefined: nobody can be reached. */
  async function reach(): Promise<{ readonly socket: Socket; readonly upstream: string } | undefined> {
    for (let left = upstreams().length; left > 0; left--) {
      const upstream = nextOf(upstreams())
      if (upstream === undefined) return undefined
      const [waiting] = idleOf(upstream)
      if (waiting !== undefined) {
        idleOf(upstream).delete(waiting)
        return { socket: waiting, upstream }
      }
      const { hostname, port } = new URL(upstream)
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      keep(socket)
      socket.once('close', () => idleOf(upstream).delete(socket))
      const isThere = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true)).once('close', () => resolve(false))
      })
      if (isThere) return { socket, upstream }
    }
    return undefined
  }

  function idleOf(upstream: string): Set<Socket> {
    const all = idle.get(upstream) ?? new Set()
    idle.set(upstream, all)
    return all
  }
}

/** Passes on one answer. False: it broke off, or is none that says its length, as answers to calls do. */
function answered(near: Socket, far: Socket): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let bytes: Buffer = Buffer.alloc(0)
  let left: number | undefined
  const onData = (chunk: Buffer) => {
    bytes = left === undefined && bytes.length > 0 ? Buffer.concat([bytes, chunk]) : chunk
    if (left === undefined) {
      const message = firstOf(bytes)
      if (message === undefined) return
      if (message.size === undefined) return end(false)
      left = message.size
    }
    near.write(bytes)
    left -= bytes.length
    if (left <= 0) end(true)
  }
  const onClose = () => end(false)
  const end = (isWhole: boolean) => {
    far.off('data', onData).off('close', onClose)
    near.off('close', onClose)
    resolve(isWhole)
  }
  far.on('data', onData).once('close', onClose)
  near.once('close', onClose)
  return promise
}

/** The first message's head, and how long it is with its body; undefined where the head is not whole, or says no length. */
function firstOf(bytes: Buffer): { readonly head: string; readonly size: number | undefined } | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end + HEAD_END.length)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  return { head, size: length === undefined ? undefined : head.length + Number(length) }
}
