import type { Socket } from 'node:net'
import { helloLine, type PageSettings, pageAskedFor } from './identity.ts'

/** Who stands at a connection: a client, or somebody who wants the page. */
export type Visitor = 'client' | PageSettings

const HELLO_MS = 2000
const LONGEST_HELLO = 64 * 1024

/** Reads the first line, which names the order that this process serves. Somebody who says anything else, or nothing, is cut off. */
export function meet(socket: Socket, key: string): Promise<Visitor | undefined> {
  const { promise, resolve } = Promise.withResolvers<Visitor | undefined>()
  const expected = helloLine(key)
  let heard = Buffer.alloc(0)
  const settle = (visitor: Visitor | undefined, end: number) => {
    clearTimeout(patience)
    socket.off('data', hear).off('close', gone).pause()
    if (visitor === undefined) socket.destroy()
    else socket.unshift(heard.subarray(end))
    if (visitor === 'client') socket.write(expected)
    resolve(visitor)
  }
  const gone = () => settle(undefined, 0)
  const hear = (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk])
    const end = heard.indexOf(0x0a) + 1
    if (end === 0 && heard.length <= LONGEST_HELLO) return
    const line = heard.subarray(0, end).toString('utf8')
    settle(line === expected ? 'client' : pageAskedFor(line, key), end)
  }
  const patience = setTimeout(gone, HELLO_MS)
  socket.on('data', hear).once('close', gone)
  return promise
}
