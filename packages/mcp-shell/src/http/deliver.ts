import type { ServerResponse } from 'node:http'
import { firstMessage, isAnswer } from './event-stream.ts'

export interface DeliveryLimits {
  /** More than this never waits in a stream: the client has a moment to take it, and is cut off then. */
  readonly bufferedBytes: number
  readonly momentMs: number
  /** So is one that takes nothing for this long. */
  readonly stalledMs: number
  /** How long a call may be silent before its answer becomes a stream, whose keep-alives tell proxies that somebody works. */
  readonly silentMs: number
}

export const DELIVERY_LIMITS: DeliveryLimits = { bufferedBytes: 1024 * 1024, momentMs: 5000, stalledMs: 30_000, silentMs: 5000 }

export interface Delivery {
  /** Answer with plain JSON when the stream holds nothing but the answer. */
  readonly plainWhenAlone: boolean
  /** When the bearer's token ends, and with it what it was shown: milliseconds from now. */
  readonly endAfterMs?: number
  readonly limits?: DeliveryLimits
}

const SLICE_LENGTH = 64 * 1024
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Writes a web Response to Node's, never holding more of it than the limit for a client that does not read. */
export async function deliver(response: Response, to: ServerResponse, delivery: Delivery): Promise<void> {
  const limits = delivery.limits ?? DELIVERY_LIMITS
  if (response.body === null || !isEventStream(response)) {
    const body = response.body === null ? '' : await response.text()
    return deliverWhole(to, { status: response.status, headers: headersOf(response), body }, limits)
  }
  const reader = response.body.getReader()
  const leave = () => void reader.cancel().catch(() => {})
  to.once('close', leave)
  const expiry = expiryTimer(delivery.endAfterMs, leave)
  try {
    if (delivery.plainWhenAlone) await deliverPlainOrStream(response, to, { reader, limits })
    else await deliverStream(response, to, { reader, limits, seen: [] })
  } finally {
    clearTimeout(expiry)
    to.removeListener('close', leave)
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>
type Reading = ReturnType<Reader['read']>

interface Whole {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

async function deliverWhole(to: ServerResponse, { status, headers, body }: Whole, limits: DeliveryLimits): Promise<void> {
  if (to.destroyed) return
  const length = Buffer.byteLength(body)
  to.writeHead(status, length > 0 ? { ...headers, 'content-length': length } : headers)
  // A string leaves in one piece with the headers.
  if (length <= SLICE_LENGTH) return endWithin(to, body, limits)
  // In slices, so that a slow reader can be told from one that reads nothing, and so that little of it waits outside the heap.
  for (const slice of slices(body)) {
    if (to.destroyed) return
    if (!to.write(slice)) await drained(to, limits.stalledMs)
  }
  endWithin(to, undefined, limits)
}

/** Pieces of a text, never cut inside a character. */
function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const cut = at + SLICE_LENGTH
    const end = isHighSurrogate(text.charCodeAt(cut - 1)) ? cut + 1 : cut
    yield text.slice(at, end)
    at = end
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function endWithin(to: ServerResponse, last: string | undefined, limits: DeliveryLimits): void {
  const late = setTimeout(() => to.destroy(), limits.stalledMs).unref()
  to.once('close', () => clearTimeout(late))
  to.end(last)
}

/** Reads until it is clear whether anything but the answer will come. */
async function deliverPlainOrStream(
  response: Response,
  to: ServerResponse,
  { reader, limits }: { readonly reader: Reader; readonly limits: DeliveryLimits },
): Promise<void> {
  const seen: Uint8Array[] = []
  const decoder = new TextDecoder()
  const deadline = silence(limits.silentMs)
  let text = ''
  try {
    while (true) {
      const pending = reader.read()
      const part = await Promise.race([pending, deadline.reached])
      if (part === 'silent') return await deliverStream(response, to, { reader, limits, seen, pending })
      if (part.value !== undefined) {
        seen.push(part.value)
        text += decoder.decode(part.value, { stream: true })
      }
      const first = firstMessage(text)
      if (first !== undefined && isAnswer(first)) return await deliverAnswer(response, to, { reader, limits, answer: first })
      if (part.done || first !== undefined) return await deliverStream(response, to, { reader, limits, seen })
    }
  } finally {
    deadline.cancel()
  }
}

async function deliverAnswer(
  response: Response,
  to: ServerResponse,
  { reader, limits, answer }: { readonly reader: Reader; readonly limits: DeliveryLimits; readonly answer: string },
): Promise<void> {
  await reader.cancel().catch(() => {})
  const session = response.headers.get('mcp-session-id')
  const headers = { 'Content-Type': 'application/json', ...(session === null ? {} : { 'mcp-session-id': session }) }
  await deliverWhole(to, { status: response.status, headers, body: answer }, limits)
}

async function deliverStream(
  response: Response,
  to: ServerResponse,
  from: {
    readonly reader: Reader
    readonly limits: DeliveryLimits
    readonly seen: readonly Uint8Array[]
    readonly pending?: Reading
  },
): Promise<void> {
  const { reader, limits } = from
  if (to.destroyed) return void reader.cancel().catch(() => {})
  to.writeHead(response.status, headersOf(response))
  to.flushHeaders()
  const stall = stallTimer(to, limits.stalledMs)
  try {
    for (const chunk of from.seen) stall.watch(to.write(chunk))
    for (let pending = from.pending ?? reader.read(); ; pending = reader.read()) {
      const { done, value } = await pending
      if (done || to.destroyed) break
      // Not waiting for the client keeps what is unsent here, where it can be counted, and out of the SDK's own queues. But the
      // answers to a batch come all at once, before anybody could have taken one.
      if (to.writableLength > limits.bufferedBytes) await drained(to, limits.momentMs)
      if (to.destroyed) break
      stall.watch(to.write(value))
    }
  } finally {
    stall.cancel()
    await reader.cancel().catch(() => {})
    endWithin(to, undefined, limits)
  }
}

/** Waits until everything has left; who takes longer is cut off. */
function drained(to: ServerResponse, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => to.destroy(), limitMs)
    const goOn = () => {
      clearTimeout(late)
      to.off('drain', goOn).off('close', goOn)
      resolve()
    }
    to.on('drain', goOn).on('close', goOn)
  })
}

function stallTimer(to: ServerResponse, ms: number) {
  let timer: NodeJS.Timeout | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  to.on('drain', cancel)
  return {
    watch(taken: boolean) {
      if (!taken) timer ??= setTimeout(() => to.destroy(), ms)
    },
    cancel() {
      cancel()
      to.removeListener('drain', cancel)
    },
  }
}

function silence(ms: number) {
  const { promise, resolve } = Promise.withResolvers<'silent'>()
  const timer = setTimeout(() => resolve('silent'), ms)
  return { reached: promise, cancel: () => clearTimeout(timer) }
}

function expiryTimer(ms: number | undefined, end: () => void): NodeJS.Timeout | undefined {
  return ms === undefined ? undefined : setTimeout(end, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS)).unref()
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') === true
}

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries(response.headers)
}
