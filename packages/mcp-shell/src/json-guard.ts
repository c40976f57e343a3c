import { isUtf8 } from 'node:buffer'
import { LENGTHS } from '@shoko/contract'

export const MAX_JSON_LEVELS = 64
export const MAX_JSON_VALUES = 100_000
/** Of all objects together; keys cost the protocol's checks far more than items of a list. */
export const MAX_JSON_KEYS = 20_000
/** A session keeps what its client says of itself. */
const MAX_HANDSHAKE_BYTES = 64 * 1024

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]
const [SPACE, TAB, LINE_FEED, RETURN] = [0x20, 0x09, 0x0a, 0x0d]

/** The bytes of a message are not what this server takes; `code` is JSON-RPC's. */
export class RefusedJson extends Error {
  override readonly name = 'RefusedJson'
  readonly code: number
  readonly #id: string | number | null

  /** `bytes`: the message, whose id the answer then carries, so that its sender does not wait for another. */
  constructor(code: number, message: string, bytes?: Uint8Array) {
    super(message)
    this.code = code
    this.#id = bytes === undefined ? null : idIn(bytes)
  }

  /** As JSON-RPC tells it. */
  answer(): object {
    return { jsonrpc: '2.0', id: this.#id, error: { code: this.code, message: this.message } }
  }
}

const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600

/**
 * The one parse of a message: what is checked is what is executed. Before it, one pass over the bytes bounds what parsing and
 * everything after it can cost. A byte order mark is no JSON (RFC 8259, section 8.1), and stays none here.
 */
export function parseMessage(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new RefusedJson(PARSE_ERROR, 'Parse error: the message is not UTF-8')
  const excess = excessOf(bytes)
  if (excess !== undefined) throw new RefusedJson(INVALID_REQUEST, `Invalid Request: ${excess}`, bytes)
  const body = parsed(bytes.toString('utf8'))
  for (const message of Array.isArray(body) ? body : [body]) {
    const problem = tooMuchToKeep(message, bytes.length)
    if (problem !== undefined) throw new RefusedJson(INVALID_REQUEST, `Invalid Request: ${problem}`)
  }
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new RefusedJson(PARSE_ERROR, 'Parse error: the message is not JSON')
  }
}

/** What the protocol keeps of a message for as long as the call, or the session, lives. */
function tooMuchToKeep(message: unknown, bytes: number): string | undefined {
  const { id, method, params } = (message ?? {}) as {
    id?: unknown
    method?: unknown
    params?: { _meta?: { progressToken?: unknown } }
  }
  for (const [name, value] of Object.entries({ id, method, progressToken: params?._meta?.progressToken }))
    if (typeof value === 'string' && value.length > LENGTHS.name) return `${name} is longer than ${LENGTHS.name} characters`
  if (method === 'initialize' && bytes > MAX_HANDSHAKE_BYTES) return `initialize is larger than ${MAX_HANDSHAKE_BYTES} bytes`
  return undefined
}

/** What a message has too much of. Only counts: whether it is JSON at all is the parser's matter. */
export function excessOf(bytes: Uint8Array): string | undefined {
  let level = 0
  let values = 0
  let keys = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) {
      at = endOfString(bytes, at)
      values++
    } else if (byte === COLON) {
      values-- // the string before it was a key
      if (++keys > MAX_JSON_KEYS) return `more than ${MAX_JSON_KEYS} keys`
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values++
      if (++level > MAX_JSON_LEVELS) return `more than ${MAX_JSON_LEVELS} levels`
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) level--
    else if (byte !== COMMA && byte !== SPACE && byte !== LINE_FEED && byte !== RETURN && byte !== TAB) {
      at = endOfWord(bytes, at)
      values++
    }
    if (values > MAX_JSON_VALUES) return `more than ${MAX_JSON_VALUES} values`
  }
  return undefined
}

/** The id of a message that is not parsed: the value of the key `id` at its top level, when it is a plain one. */
function idIn(bytes: Uint8Array): string | number | null {
  let level = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) level++
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) level--
    else if (byte === QUOTE) {
      const end = endOfString(bytes, at)
      const isKey = level === 1 && end - at === 3 && bytes[at + 1] === 0x69 && bytes[at + 2] === 0x64
      at = end
      if (isKey) return plainValue(Buffer.from(bytes.subarray(end + 1, end + 1 + LENGTHS.name)).toString('utf8'))
    }
  }
  return null
}

function plainValue(text: string): string | number | null {
  const [, value] = /^\s*:\s*(-?\d{1,15}|"[^"\\]*")\s*[,}]/.exec(text) ?? []
  return value === undefined ? null : (JSON.parse(value) as string | number)
}

/** Bytes that are looked at one by one before the platform looks for the next quote: it is quick over many and dear for few. */
const NEAR = 64

/** The index of the quote that ends a string, or the end of the bytes. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; ) {
    for (const far = Math.min(at + NEAR, bytes.length); at < far; at++) {
      if (bytes[at] === QUOTE) return at
      if (bytes[at] === BACKSLASH) at++
    }
    const quote = bytes.indexOf(QUOTE, at)
    if (quote === -1) break
    let slashes = 0
    while (bytes[quote - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return quote
    at = quote + 1
  }
  return bytes.length
}

/** The last byte of a number or a word. */
function endOfWord(bytes: Uint8Array, start: number): number {
  let at = start
  while (at + 1 < bytes.length && isPlain(bytes[at + 1]!)) at++
  return at
}

function isPlain(byte: number): boolean {
  return byte > SPACE && ![QUOTE, COMMA, COLON, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST].includes(byte)
}
