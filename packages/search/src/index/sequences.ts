import { NumberList, roomFor } from './growable.ts'
import { writeVarint } from './posting-lists.ts'

/** Lists of term numbers in their order, by document: what stands next to what. Common terms have small numbers and take a byte or two. */
export class Sequences {
  private bytes: Uint8Array
  private top: number
  private readonly ends: NumberList

  constructor(saved?: SavedSequences) {
    this.bytes = saved?.bytes ?? new Uint8Array(1024)
    this.top = saved?.bytes.length ?? 0
    this.ends = saved === undefined ? new NumberList() : new NumberList(saved.ends, saved.ends.length)
  }

  get byteSize(): number {
    return this.bytes.byteLength + this.ends.data.byteLength
  }

  /** Adds the next document's list; the first is number 0. */
  push(terms: Uint32Array): void {
    this.reserve(this.top + terms.length * 5)
    for (let i = 0; i < terms.length; i++) this.top = writeVarint(this.bytes, this.top, terms[i]!)
    this.ends.push(this.top)
  }

  /** Writes at most `out.length` terms of the document's list into `out` and returns how many. */
  decode(document: number, out: Uint32Array): number {
    const { bytes } = this
    const end = this.ends.data[document]!
    let at = this.startOf(document)
    let count = 0
    while (at < end && count < out.length) {
      let byte = bytes[at++]!
      let value = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        value |= (byte & 127) << shift
      }
      out[count++] = value
    }
    return count
  }

  /** The lists of the documents whose new number is not -1. */
  kept(documents: Int32Array): Sequences {
    const sequences = new Sequences()
    for (let document = 0; document < this.ends.length; document++) {
      if (documents[document]! >= 0) sequences.pushBytes(this.bytes.subarray(this.startOf(document), this.ends.data[document]))
    }
    return sequences
  }

  save(): SavedSequences {
    return { bytes: this.bytes.subarray(0, this.top), ends: this.ends.values() }
  }

  private pushBytes(bytes: Uint8Array): void {
    this.reserve(this.top + bytes.length)
    this.bytes.set(bytes, this.top)
    this.top += bytes.length
    this.ends.push(this.top)
  }

  private startOf(document: number): number {
    return document === 0 ? 0 : this.ends.data[document - 1]!
  }

  private reserve(length: number): void {
    if (length <= this.bytes.length) return
    const larger = new Uint8Array(roomFor(length))
    larger.set(this.bytes)
    this.bytes = larger
  }
}

export interface SavedSequences {
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
}
