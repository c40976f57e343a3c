import type { Steps } from './binary.ts'
import { enlarged, NumberList, roomFor } from './growable.ts'
import type { Renumbering } from './renumbering.ts'
import type { Tally } from './tally.ts'

/** What is known of a term's list, side by side: a posting is added to another list each time, and each list far from the last one. */
const START = 0
const USED = 1
const CAPACITY = 2
const COUNT = 3
/** The last document's number and one more. */
const LAST = 4
const ROW = 5
/** Lists that are read between two pauses. */
const STEP = 1024

/**
 * For each term, the documents that hold it and how often: varints of the distance to the previous document, so that a
 * posting takes one or two bytes. Documents must be added in ascending order. A list that outgrows its place moves to one
 * twice as large; the place it leaves is used again. Everything here runs once a posting, hence plain numbers as parameters.
 */
export class PostingLists {
  private bytes: Uint8Array
  private top: number
  /** A row a term. */
  private readonly rows: NumberList
  private readonly free: number[][] = []

  constructor(saved?: SavedPostings) {
    this.bytes = saved?.bytes ?? new Uint8Array(1024)
    this.top = saved?.bytes.length ?? 0
    this.rows = saved === undefined ? new NumberList() : new NumberList(saved.rows, saved.rows.length)
  }

  get byteSize(): number {
    return this.bytes.byteLength + this.rows.data.byteLength
  }

  /** In how many documents the term was added. */
  count(term: number): number {
    const row = term * ROW
    return row < this.rows.length ? this.rows.data[row + COUNT]! : 0
  }

  /** The last document added to the term's list, or -1. */
  last(term: number): number {
    const row = term * ROW
    return row < this.rows.length ? this.rows.data[row + LAST]! - 1 : -1
  }

  append(term: number, document: number, frequency: number): void {
    const row = term * ROW
    if (row >= this.rows.length) this.rows.extend(row + ROW)
    const rows = this.rows.data
    const distance = document + 1 - rows[row + LAST]!
    this.reserve(row, entryLength(distance, frequency))
    let at = rows[row + START]! + rows[row + USED]!
    // The lowest bit says "once", the commonest frequency by far.
    at = writeVarint(this.bytes, at, frequency === 1 ? distance * 2 + 1 : distance * 2)
    if (frequency !== 1) at = writeVarint(this.bytes, at, frequency)
    rows[row + USED] = at - rows[row + START]!
    rows[row + LAST] = document + 1
    rows[row + COUNT]!++
  }

  /** Writes the term's documents and frequencies into `out` and returns how many there are. */
  decode(term: number, out: PostingBuffer): number {
    const count = this.count(term)
    if (count === 0) return 0
    out.reserve(count)
    const { documents, frequencies } = out
    const { bytes } = this
    let at = this.rows.data[term * ROW + START]!
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
    let at = this.rows.data[term * ROW + START]!
    const end = at + this.rows.data[term * ROW + USED]!
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

  /** Adds one to each of the term's documents in `counts`, and notes those that had none. Decodes on the way: this is the innermost loop of the search for similar words. */
  tally(term: number, counts: Uint8Array, noted: NumberList | undefined): void {
    const { bytes } = this
    let at = this.rows.data[term * ROW + START]!
    const end = at + this.rows.data[term * ROW + USED]!
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

  /** Marks the terms that stand in some document whose new number is not -1. */
  *markUsed(documents: Int32Array, used: Uint8Array): Steps<void> {
    const buffer = new PostingBuffer()
    for (let term = 0; term * ROW < this.rows.length; term++) {
      if (term % STEP === 0) yield
      if (used[term] === 1) continue
      const count = this.decode(term, buffer)
      for (let i = 0; i < count && used[term] === 0; i++) if (documents[buffer.documents[i]!]! >= 0) used[term] = 1
    }
  }

  /** The same lists with new numbers of documents and terms, without what has the new number -1. The order of documents must be kept. */
  *renumbered({ owners, terms }: Renumbering): Steps<PostingLists> {
    const lists = new PostingLists()
    const buffer = new PostingBuffer()
    for (let term = 0; term * ROW < this.rows.length; term++) {
      if (term % STEP === 0) yield
      const to = terms === undefined ? term : terms[term]!
      const count = to < 0 ? 0 : this.decode(term, buffer)
      for (let i = 0; i < count; i++) {
        const document = owners[buffer.documents[i]!]!
        if (document >= 0) lists.append(to, document, buffer.frequencies[i]!)
      }
    }
    return lists
  }

  /** Everything, close together. */
  save(): SavedPostings {
    const rows = this.rows.values().slice()
    let total = 0
    for (let row = 0; row < rows.length; row += ROW) total += rows[row + USED]!
    const bytes = new Uint8Array(total)
    let to = 0
    for (let row = 0; row < rows.length; row += ROW) {
      const from = rows[row + START]!
      const used = rows[row + USED]!
      bytes.set(this.bytes.subarray(from, from + used), to)
      rows[row + START] = to
      rows[row + CAPACITY] = used
      to += used
    }
    return { bytes, rows }
  }

  /** Makes room for so many more bytes at the end of the list in this row. */
  private reserve(row: number, more: number): void {
    const rows = this.rows.data
    const used = rows[row + USED]!
    const capacity = rows[row + CAPACITY]!
    if (used + more <= capacity) return
    const size = Math.max(2, 32 - Math.clz32(used + more - 1))
    const to = this.allocate(size)
    const from = rows[row + START]!
    this.bytes.copyWithin(to, from, from + used)
    // A list that came from disk has the length it has: its old place fits no size class and is given up.
    if (capacity >= 4 && (capacity & (capacity - 1)) === 0) this.release(from, 31 - Math.clz32(capacity))
    rows[row + START] = to
    rows[row + CAPACITY] = 1 << size
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
  readonly rows: Uint32Array
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
