import { enlarged, NumberList, roomFor } from './growable.ts'
import type { Tally } from './tally.ts'

/**
 * For each term, the documents that hold it and how often: varints of the distance to the previous document, so that a
 * posting takes one or two bytes. Documents must be added in ascending order. A list that outgrows its place moves to one
 * twice as large; the place it leaves is used again. Everything here runs once a posting, hence plain numbers as parameters.
 */
export class PostingLists {
  private bytes: Uint8Array
  private top: number
  private readonly starts: NumberList
  private readonly used: NumberList
  private readonly capacities: NumberList
  private readonly counts: NumberList
  private readonly lasts: NumberList
  private readonly free: number[][] = []

  constructor(saved?: SavedPostings) {
    this.bytes = saved?.bytes ?? new Uint8Array(1024)
    this.top = saved?.bytes.length ?? 0
    this.starts = listOf(saved?.starts)
    this.used = listOf(saved?.used)
    this.capacities = listOf(saved?.used.slice())
    this.counts = listOf(saved?.counts)
    this.lasts = listOf(saved?.lasts)
  }

  get byteSize(): number {
    return this.bytes.byteLength + this.starts.data.byteLength * 5
  }

  /** In how many documents the term was added. */
  count(term: number): number {
    return term < this.counts.length ? this.counts.data[term]! : 0
  }

  /** The last document added to the term's list, or -1. */
  last(term: number): number {
    return term < this.lasts.length ? this.lasts.data[term]! - 1 : -1
  }

  append(term: number, document: number, frequency: number): void {
    if (term >= this.starts.length) this.extend(term + 1)
    const distance = document + 1 - this.lasts.data[term]!
    this.reserve(term, entryLength(distance, frequency))
    let at = this.starts.data[term]! + this.used.data[term]!
    // The lowest bit says "once", the commonest frequency by far.
    at = writeVarint(this.bytes, at, frequency === 1 ? distance * 2 + 1 : distance * 2)
    if (frequency !== 1) at = writeVarint(this.bytes, at, frequency)
    this.used.data[term] = at - this.starts.data[term]!
    this.lasts.data[term] = document + 1
    this.counts.data[term]!++
  }

  /** Writes the term's documents and frequencies into `out` and returns how many there are. */
  decode(term: number, out: PostingBuffer): number {
    const count = this.count(term)
    if (count === 0) return 0
    out.reserve(count)
    const { documents, frequencies } = out
    const { bytes } = this
    let at = this.starts.data[term]!
    let document = -1
    for (let i = 0; i < count; i++) {
      let byte = bytes[at++]!
      let value = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        value |= (byte & 127) << shift
      }
      document += value >>> 1
      documents[i] = document
      if (value & 1) {
        frequencies[i] = 1
        continue
      }
      byte = bytes[at++]!
      value = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        value |= (byte & 127) << shift
      }
      frequencies[i] = value
    }
    return count
  }

  /** Adds the term's frequencies up, by document; the tally has room for all of them. */
  addUp(term: number, tally: Tally): void {
    if (this.count(term) === 0) return
    const { bytes } = this
    const { sums, touched } = tally
    let noted = tally.length
    let at = this.starts.data[term]!
    const end = at + this.used.data[term]!
    let document = -1
    while (at < end) {
      let byte = bytes[at++]!
      let value = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        value |= (byte & 127) << shift
      }
      document += value >>> 1
      let frequency = 1
      if ((value & 1) === 0) {
        byte = bytes[at++]!
        frequency = byte & 127
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[at++]!
          frequency |= (byte & 127) << shift
        }
      }
      const before = sums[document]!
      if (before === 0) touched[noted++] = document
      sums[document] = before + frequency
    }
    tally.length = noted
  }

  /** Adds one to each of the term's documents in `counts`, and notes those that had none. Decodes on the way: this is the innermost loop of look-alikes. */
  tally(term: number, counts: Uint8Array, noted: NumberList | undefined): void {
    const { bytes } = this
    let at = this.starts.data[term]!
    const end = at + this.used.data[term]!
    let document = -1
    while (at < end) {
      let byte = bytes[at++]!
      let value = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        value |= (byte & 127) << shift
      }
      document += value >>> 1
      if ((value & 1) === 0) while (bytes[at++]! > 127);
      if (noted !== undefined && counts[document] === 0) noted.push(document)
      counts[document]!++
    }
  }

  /** The same lists with new document numbers, without the documents whose new number is -1. Order must be kept. */
  renumbered(documents: Int32Array): PostingLists {
    const lists = new PostingLists()
    const buffer = new PostingBuffer()
    for (let term = 0; term < this.starts.length; term++) {
      const count = this.decode(term, buffer)
      for (let i = 0; i < count; i++) {
        const document = documents[buffer.documents[i]!]!
        if (document >= 0) lists.append(term, document, buffer.frequencies[i]!)
      }
    }
    return lists
  }

  /** Everything, close together. */
  save(): SavedPostings {
    const terms = this.starts.length
    const starts = new Uint32Array(terms)
    let total = 0
    for (let term = 0; term < terms; term++) {
      starts[term] = total
      total += this.used.data[term]!
    }
    const bytes = new Uint8Array(total)
    for (let term = 0; term < terms; term++) {
      const from = this.starts.data[term]!
      bytes.set(this.bytes.subarray(from, from + this.used.data[term]!), starts[term])
    }
    return { bytes, starts, used: this.used.values(), counts: this.counts.values(), lasts: this.lasts.values() }
  }

  private extend(terms: number): void {
    for (const list of [this.starts, this.used, this.capacities, this.counts, this.lasts]) list.extend(terms)
  }

  /** Makes room for so many more bytes at the end of the term's list. */
  private reserve(term: number, more: number): void {
    const used = this.used.data[term]!
    const capacity = this.capacities.data[term]!
    if (used + more <= capacity) return
    const size = Math.max(2, 32 - Math.clz32(used + more - 1))
    const to = this.allocate(size)
    const from = this.starts.data[term]!
    this.bytes.copyWithin(to, from, from + used)
    // A list that came from disk has the length it has: its old place fits no size class and is given up.
    if (capacity >= 4 && (capacity & (capacity - 1)) === 0) this.release(from, 31 - Math.clz32(capacity))
    this.starts.data[term] = to
    this.capacities.data[term] = 1 << size
  }

  private allocate(size: number): number {
    const reused = this.free[size]?.pop()
    if (reused !== undefined) return reused
    const at = this.top
    this.top += 1 << size
    if (this.top > this.bytes.length) this.bytes = enlarged(this.bytes, new Uint8Array(roomFor(this.top)))
    return at
  }

  private release(at: number, size: number): void {
    let places = this.free[size]
    if (places === undefined) {
      places = []
      this.free[size] = places
    }
    places.push(at)
  }
}

/** Where lists are decoded to; one is enough for any number of lists, one after the other. */
export class PostingBuffer {
  documents = new Uint32Array(1024)
  frequencies = new Uint32Array(1024)

  reserve(length: number): void {
    if (length <= this.documents.length) return
    this.documents = new Uint32Array(roomFor(length))
    this.frequencies = new Uint32Array(roomFor(length))
  }
}

export interface SavedPostings {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  readonly used: Uint32Array
  readonly counts: Uint32Array
  readonly lasts: Uint32Array
}

function listOf(saved: Uint32Array | undefined): NumberList {
  return saved === undefined ? new NumberList() : new NumberList(saved, saved.length)
}

function entryLength(distance: number, frequency: number): number {
  return varintLength(distance * 2 + 1) + (frequency === 1 ? 0 : varintLength(frequency))
}

export function varintLength(value: number): number {
  let length = 1
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) length++
  return length
}

export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value
  let to = at
  while (rest > 127) {
    bytes[to++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[to++] = rest
  return to
}
