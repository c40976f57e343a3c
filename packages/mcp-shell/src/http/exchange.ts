import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Principal } from '../principal.ts'

/** One request and what belongs to it, as the fetch-shaped parts see it. */
export interface Exchange {
  readonly request: Request
  /** The parsed body; undefined when there is none. The request itself never holds its text: nobody parses it a second time. */
  readonly body: unknown
  readonly principal: Principal
  /** Runs when the client has its answer, or has gone. */
  onEnd(work: () => void): void
}

/** The SDK looks at the method, the headers and the signal of a request; an address that a client spells could be none. */
export const ADDRESS = 'http://localhost/mcp'

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** The whole body. Refuses by the declared length before reading anything, and by the real one as soon as it is passed. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > maxBytes) return reject(new BodyTooLarge())
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
      else {
        request.pause()
        reject(new BodyTooLarge())
      }
    })
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.once('error', reject)
    // A client that hangs up half-way ends neither with an end nor, always, with an error.
    request.once('close', () => {
      if (!request.complete) reject(new Error('the request broke off'))
    })
  })
}

/** Node's request as the web's, aborted when the client goes away before it has its answer. */
export function exchangeOf(
  from: IncomingMessage,
  to: ServerResponse,
  known: { readonly body: unknown; readonly principal: Principal },
): Exchange {
  const abort = new AbortController()
  to.once('close', () => {
    if (!to.writableFinished) abort.abort()
  })
  const request = new Request(ADDRESS, { method: from.method ?? 'GET', headers: headersOf(from) })
  // Among its options a Request would only follow the signal with one of its own, which costs more than all the rest of it.
  Object.defineProperty(request, 'signal', { value: abort.signal })
  return { request, ...known, onEnd: (work) => void to.once('close', work) }
}

/** What the SDK is given of an exchange: the body that was checked, and who sent it, for the handlers. */
export function handedOn({ body, principal }: Exchange) {
  return {
    authInfo: { token: '', clientId: principal.id, scopes: [...principal.scopes], extra: { principal } },
    ...(body === undefined ? {} : { parsedBody: body }),
  }
}

function headersOf(from: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < from.rawHeaders.length; at += 2) pairs.push([from.rawHeaders[at]!, from.rawHeaders[at + 1]!])
  return pairs
}
