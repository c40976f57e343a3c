import { enlarged, NumberList, roomFor } from './growable.ts'

const SMALLEST = 64

/**
 * Terms and their numbers, in typed arrays alone: looking a term up in a text makes no string, and a saved table is ready
 * as soon as its bytes are there. Numbers are given in order of first appearance.
 */
export class TermTable {
  private slots: Int32Array
  private units: Uint16Array
  private readonly ends: NumberList
  private letters = new Uint16Array(64)

  constructor(saved?: SavedTerms) {
    this.slots = saved?.slots ?? new Int32Array(SMALLEST)
    this.units = saved?.units ?? new Uint16Array(256)
    this.ends = saved === undefined ? new NumberList() : new NumberList(saved.ends, saved.ends.length)
  }

  get size(): number {
    return this.ends.length
  }

  get byteSize(): number {
    return this.slots.byteLength + this.units.byteLength + this.ends.data.byteLength
  }

  /** The number of the term `text[start, end)`, or -1. */
  find(text: string, start = 0, end = text.length): number {
    return this.slots[this.slotOf(this.lettersOf(text, start, end), 0, end - start)]! - 1
  }

  /** The number of the term `text[start, end)`, a new one if need be. */
  intern(text: string, start = 0, end = text.length): number {
    return this.internUnits(this.lettersOf(text, start, end), 0, end - start)
  }

  /** The same for who has the letters in an array. */
  internUnits(letters: Uint16Array, start: number, end: number): number {
    const slot = this.slotOf(letters, start, end)
    const known = this.slots[slot]!
    if (known !== 0) return known - 1
    const from = this.ends.length === 0 ? 0 : this.ends.data[this.ends.length - 1]!
    this.reserveUnits(from + end - start)
    for (let i = start; i < end; i++) this.units[from + i - start] = letters[i]!
    const id = this.ends.push(from + end - start)
    this.slots[slot] = id + 1
    if (this.ends.length * 2 > this.slots.length) this.rehash()
    return id
  }

  term(id: number): string {
    const { buffer, byteOffset, BYTES_PER_ELEMENT } = this.units
    const start = byteOffset + this.startOf(id) * BYTES_PER_ELEMENT
    return Buffer.from(buffer, start, this.lengthOf(id) * BYTES_PER_ELEMENT).toString('utf16le')
  }

  lengthOf(id: number): number {
    return this.ends.data[id]! - this.startOf(id)
  }

  save(): SavedTerms {
    const ends = this.ends.values()
    return { slots: this.slots, units: this.units.subarray(0, ends[ends.length - 1] ?? 0), ends }
  }

  private startOf(id: number): number {
    return id === 0 ? 0 : this.ends.data[id - 1]!
  }

  /** The slot that holds the term, or the empty one where it would go. */
  private slotOf(letters: Uint16Array, start: number, end: number): number {
    const { slots } = this
    const mask = slots.length - 1
    for (let slot = hashOf(letters, start, end) & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot]!
      if (entry === 0 || this.equals(entry - 1, letters, start, end)) return slot
    }
  }

  private equals(id: number, letters: Uint16Array, start: number, end: number): boolean {
    const { units } = this
    const from = this.startOf(id)
    if (this.ends.data[id]! - from !== end - start) return false
    for (let i = start; i < end; i++) if (units[from + i - start] !== letters[i]) return false
    return true
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2)
    const mask = slots.length - 1
    for (let id = 0; id < this.ends.length; id++) {
      let slot = hashOf(this.units, this.startOf(id), this.ends.data[id]!) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = id + 1
    }
    this.slots = slots
  }

  /** From the first place on, until the next call. */
  private lettersOf(text: string, start: number, end: number): Uint16Array {
    if (end - start > this.letters.length) this.letters = new Uint16Array(roomFor(end - start))
    for (let i = start; i < end; i++) this.letters[i - start] = text.charCodeAt(i)
    return this.letters
  }

  private reserveUnits(length: number): void {
    if (length <= this.units.length) return
    this.units = enlarged(this.units, new Uint16Array(roomFor(length)))
  }
}

export interface SavedTerms {
  readonly slots: Int32Array
  readonly units: Uint16Array
  readonly ends: Uint32Array
}

/** FNV-1a leaves the low bits of short keys alike; the table is masked by them. */
function hashOf(letters: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ letters[i]!, 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 7
}
