import type { Readable, Writable } from 'node:stream'
import { LineGuard } from '../sdk/line-guard.ts'
import { CallBook } from './call-book.ts'
import type { Greeting } from './greeting.ts'
import type { Link, LinkEvents } from './link.ts'
import type { CallFates } from './lost-call.ts'

export interface FrontEndOptions {
  readonly streams: { readonly input: Readable; readonly output: Writable; readonly log: Writable }
  readonly greeting: Greeting
  readonly fates: CallFates
  /** Finds or starts the server, and never gives up: what cannot be reached is served in this process. */
  readonly reach: (events: LinkEvents) => Promise<Link>
  /** The client says something. */
  readonly onHeard?: () => void
}

export interface FrontEnd {
  /** Resolves when the client has gone and what was under way has been answered. */
  readonly done: Promise<void>
  close(): void
}

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
const DRAIN_MS = 11_000

/**
 * Stands between one client and the process that serves it. It hands on lines, answers the greeting itself, and when the process
 * ends before its time, gets the client another one: what only reads is asked again, what writes is answered with a conflict.
 */
export function serveFrontEnd({ streams, greeting, fates, reach, onHeard }: FrontEndOptions): FrontEnd {
  const book = new CallBook(fates)
  const { promise: done, resolve: finished } = Promise.withResolvers<void>()
  let link: Link | undefined
  let reaching = false
  let ending = false

  const feed = new LineGuard(MAX_MESSAGE_BYTES, (refused) => tell(refused.answer()))
  const tell = (message: object) => void streams.output.write(`${JSON.stringify(message)}\n`)

  const events: LinkEvents = {
    message(line) {
      if (book.answered(line) === 'ours') return
      if (!streams.output.write(line)) {
        link?.pause()
        streams.output.once('drain', () => link?.resume())
      }
    },
    log: (line) => void streams.log.write(line),
    drained: () => void feed.resume(),
    closed() {
      link = undefined
      for (const answer of book.lost()) tell(answer)
      if (ending && !book.isWaiting()) return finish()
      void getLink()
    },
  }

  const getLink = async () => {
    if (reaching) return
    reaching = true
    const reached = await reach(events)
    reaching = false
    link = reached
    for (const line of book.toSend()) link.send(line)
    if (ending) link.end()
  }

  const hear = (line: Buffer) => {
    onHeard?.()
    const message = book.asked(line)
    if (message?.method === 'initialize') greet(message, greeting.initialize(message.params))
    if (message?.method === 'tools/list' && book.wasGreeted && isFirstPage(message.params)) greet(message, greeting.listTools())
    if (link === undefined) return
    for (const unsent of book.toSend()) if (!link.send(unsent)) feed.pause()
  }

  const greet = (message: { readonly id: string | number }, result: object | undefined) => {
    if (result === undefined) return
    book.answer(message.id)
    tell({ result, jsonrpc: '2.0', id: message.id })
  }

  const finish = () => {
    link?.destroy()
    finished()
  }

  const close = () => {
    if (ending) return
    ending = true
    streams.input.unpipe(feed)
    setTimeout(finish, DRAIN_MS).unref()
    setImmediate(() => {
      if (!book.isWaiting() && link === undefined) finish()
      else link?.end()
    })
  }

  feed.on('data', hear)
  streams.input.pipe(feed, { end: false })
  streams.input.once('end', close).once('error', close).once('close', close)
  streams.output.once('error', finish).once('close', finish)
  void getLink()
  return { done, close }
}

function isFirstPage(params: unknown): boolean {
  return (params as { cursor?: unknown } | undefined)?.cursor === undefined
}
