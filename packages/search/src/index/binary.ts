/** The bytes are not an index of this kind and version, or were damaged. The index has to be built anew. */
export class IndexFormatError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'IndexFormatError'
  }
}

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array

const MAGIC = 0x494b4853 // "SHKI"
const PREAMBLE = 16
const VIEWS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
}

interface Header {
  readonly kind: string
  readonly meta: unknown
  readonly sections: Readonly<
    Record<string, { readonly type: keyof typeof VIEWS; readonly offset: number; readonly length: number }>
  >
}

export interface PackedContent {
  readonly kind: string
  readonly version: number
  readonly meta: unknown
  readonly arrays: Readonly<Record<string, Numbers>>
  /** Bytes to leave free in front, a multiple of 8; they are not part of the file. */
  readonly room?: number
}

/** Work in steps of some milliseconds: between two of them the caller may do something else. */
export type Steps<T> = Generator<undefined, T>

/** All steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** One file: magic, format version, checksum of the rest, a JSON header, and arrays that can be used where they lie. */
export function packSections(content: PackedContent): Uint8Array {
  return finish(packInSteps(content))
}

/** The same; the arrays must not change meanwhile. */
export function* packInSteps(content: PackedContent): Steps<Uint8Array> {
  const sections: Record<string, Header['sections'][string]> = {}
  let size = 0
  for (const [name, array] of Object.entries(content.arrays)) {
    sections[name] = { type: typeOf(array), offset: size, length: array.length }
    size = aligned(size + array.byteLength)
  }
  const header = new TextEncoder().encode(JSON.stringify({ kind: content.kind, meta: content.meta, sections } satisfies Header))
  const start = aligned(PREAMBLE + header.length)
  const whole = new Uint8Array((content.room ?? 0) + start + size)
  const bytes = whole.subarray(content.room ?? 0)
  bytes.set(header, PREAMBLE)
  for (const [name, array] of Object.entries(content.arrays)) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + sections[name]!.offset)
    yield
  }
  const preamble = new Uint32Array(bytes.buffer, bytes.byteOffset, 4)
  preamble.set([MAGIC, content.version, 0, header.length])
  preamble[2] = yield* checksum(bytes)
  return whole
}

export interface PackedSections {
  readonly meta: unknown
  /** Whether some array's name begins so. */
  has(prefix: string): boolean
  u8(name: string): Uint8Array
  u16(name: string): Uint16Array
  u32(name: string): Uint32Array
  i32(name: string): Int32Array
}

/** Opens what `packSections` wrote. The arrays lie in `bytes`, which from then on belong to them. */
export function unpackSections(bytes: Uint8Array, expected: { readonly kind: string; readonly version: number }): PackedSections {
  const own = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
  const preamble = own.length < PREAMBLE ? undefined : new Uint32Array(own.buffer, own.byteOffset, 4)
  if (preamble?.[0] !== MAGIC || own.length % 8 !== 0) throw new IndexFormatError('not a saved index')
  if (preamble[1] !== expected.version) throw new IndexFormatError(`saved by format ${preamble[1]}, not ${expected.version}`)
  const sum = preamble[2]
  if (sum !== finish(checksum(own))) throw new IndexFormatError('the saved index is damaged')
  const headerLength = preamble[3]!
  // The checksum has vouched for the header, so its shape is what packSections wrote.
  const header = JSON.parse(new TextDecoder().decode(own.subarray(PREAMBLE, PREAMBLE + headerLength))) as Header
  if (header.kind !== expected.kind) throw new IndexFormatError(`a saved ${header.kind}, not ${expected.kind}`)
  const start = own.byteOffset + aligned(PREAMBLE + headerLength)
  const view = <T>(name: string, make: new (buffer: ArrayBufferLike, offset: number, length: number) => T): T => {
    const section = header.sections[name]
    if (section === undefined || VIEWS[section.type] !== (make as unknown))
      throw new IndexFormatError(`no ${name} in the saved index`)
    return new make(own.buffer, start + section.offset, section.length)
  }
  return {
    meta: header.meta,
    has: (prefix) => Object.keys(header.sections).some((name) => name.startsWith(prefix)),
    u8: (name) => view(name, Uint8Array),
    u16: (name) => view(name, Uint16Array),
    u32: (name) => view(name, Uint32Array),
    i32: (name) => view(name, Int32Array),
  }
}

/** Words of 32 bits that are summed up in one step. */
const STEP = 2 ** 21

/** Four independent lanes over 32-bit words: memory speed, and any changed bit changes the sum. */
function* checksum(bytes: Uint8Array): Steps<number> {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
  const lanes = Int32Array.of(words[1]!, words[3]!, 3, 4)
  const end = words.length - (words.length % 4)
  for (let from = 4; from < end; from += STEP) {
    addWords(lanes, words, from, Math.min(end, from + STEP))
    yield
  }
  let first = lanes[0]!
  for (let at = Math.max(4, end); at < words.length; at++) first = Math.imul(first ^ words[at]!, 0x9e3779b1) ^ (first >>> 15)
  const others = Math.imul(lanes[1]!, 5) ^ Math.imul(lanes[2]!, 7) ^ Math.imul(lanes[3]!, 11)
  return (Math.imul(first, 3) ^ others ^ words.length) >>> 0
}

/** `to - from` is a multiple of four. */
function addWords(lanes: Int32Array, words: Uint32Array, from: number, to: number): void {
  let a = lanes[0]!
  let b = lanes[1]!
  let c = lanes[2]!
  let d = lanes[3]!
  for (let at = from; at < to; at += 4) {
    a = Math.imul(a ^ words[at]!, 0x9e3779b1)
    b = Math.imul(b ^ words[at + 1]!, 0x85ebca77)
    c = Math.imul(c ^ words[at + 2]!, 0xc2b2ae3d)
    d = Math.imul(d ^ words[at + 3]!, 0x27d4eb2f)
    a = (a << 13) | (a >>> 19)
    b = (b << 13) | (b >>> 19)
    c = (c << 13) | (c >>> 19)
    d = (d << 13) | (d >>> 19)
  }
  lanes.set([a, b, c, d])
}

function aligned(size: number): number {
  return (size + 7) & ~7
}

function typeOf(array: Numbers): keyof typeof VIEWS {
  if (array instanceof Uint8Array) return 'u8'
  if (array instanceof Uint16Array) return 'u16'
  return array instanceof Uint32Array ? 'u32' : 'i32'
}
