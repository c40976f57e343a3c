import { connect, type Socket } from 'node:net'
import type { MeetingPlace } from '@shoko/core-fs/meeting-place'
import { helloLine, LOG_MARK, type SharedOrder, socketName } from './identity.ts'

/** One way to a server: its process at the other end of a socket, or this one. */
export interface Link {
  /** False when what was sent has piled up: `drained` tells when it has gone. */
  send(line: Buffer): boolean
  /** Nothing more will be sent; the server answers what it has and hangs up. */
  end(): void
  destroy(): void
  pause(): void
  resume(): void
}

export interface LinkEvents {
  readonly message: (line: Buffer) => void
  readonly log: (line: Buffer) => void
  readonly drained: () => void
  /** The other side is gone, by itself or because the link was ended. */
  readonly closed: () => void
}

const LINE_FEED = 0x0a
const HELLO_MS = 2000

/** The shared process of this order, when one runs and knows the order. */
export function linkToShared(place: MeetingPlace, { key }: SharedOrder, events: LinkEvents): Promise<Link | undefined> {
  const name = socketName(key)
  const address = place.socket(name) === 'there' ? place.address(name) : undefined
  if (address === undefined) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const socket = connect(address)
    const patience = setTimeout(() => socket.destroy(), HELLO_MS)
    let met = false
    const expected = helloLine(key).trimEnd()
    socket.once('connect', () => socket.write(helloLine(key)))
    onLines(socket, (line) => {
      if (met && line[0] === LOG_MARK.charCodeAt(0)) return events.log(line.subarray(1))
      if (met) return events.message(line)
      if (line.toString('utf8').trimEnd() !== expected) return void socket.destroy()
      met = true
      clearTimeout(patience)
      resolve(linkOf(socket))
    })
    socket.on('drain', events.drained)
    socket.on('error', () => {}) // `close` follows
    socket.once('close', () => {
      clearTimeout(patience)
      if (met) events.closed()
      else resolve(undefined)
    })
  })
}

function linkOf(socket: Socket): Link {
  return {
    send: (line) => socket.write(line),
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
  }
}

/** Calls with every whole line, its end included. What comes without an end is dropped: nobody could read it. */
export function onLines(stream: NodeJS.ReadableStream, take: (line: Buffer) => void): void {
  let pieces: Buffer[] = []
  stream.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      pieces.push(chunk.subarray(start, end + 1))
      const line = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
      pieces = []
      start = end + 1
      take(line)
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start))
  })
}
