import type { Steps } from './binary.ts'
import { enlarged, NumberList, roomFor } from './growable.ts'
import type { NewNumbers, Renumbering } from './renumbering.ts'

/** Stands before a term number that does not fit into one unit: its lower and its upper half follow. */
const WIDE = 0xffff
/** Of so many different terms each takes one unit. */
export const MOST_NARROW = WIDE
const WIDE_LENGTH = 3
/** Lists that are copied between two pauses. */
const STEP = 256

/**
 * Lists of term numbers in their order, by document: what stands next to what. Hundreds of lists are read a query, so a number is
 * one unit of 16 bits wherever it can be: there is nothing to guess for the processor, and hardly more memory than in bytes.
 */
export class Sequences {
  private units: Uint16Array
  private top: number
  private readonly ends: NumberList

  constructor(saved?: SavedSequences) {
    this.units = saved?.units ?? new Uint16Array(512)
    this.top = saved?.units.length ?? 0
    this.ends = saved === undefined ? new NumberList() : new NumberList(saved.ends, saved.ends.length)
  }

  get byteSize(): number {
    return this.units.byteLength + this.ends.data.byteLength
  }

  /** Adds the next document's list; the first is number 0. */
  push(terms: Uint32Array): void {
    this.reserve(this.top + unitsFor(terms))
    const { units } = this
    let to = this.top
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i]!
      if (term < WIDE) {
        units[to++] = term
        continue
      }
      units[to++] = WIDE
      units[to++] = term & 0xffff
      units[to++] = term >>> 16
    }
    this.top = to
    this.ends.push(to)
  }

  /**
   * Finds the marked terms of the document's list and where they stand in it; as many terms are looked at as `out` has room for.
   * A query looks at thousands: where none can be wide, that is not asked of each.
   */
  findMarked(document: number, marks: Uint32Array, out: MarkedTerms): void {
    const start = this.startOf(document)
    const end = this.ends.data[document]!
    out.length = marks.length <= WIDE ? this.findNarrow(start, end, marks, out) : this.findAny(start, end, marks, out)
  }

  /** Nearly all terms are unmarked: four are looked at for one question. */
  private findNarrow(start: number, end: number, marks: Uint32Array, { places, marks: found }: MarkedTerms): number {
    const { units } = this
    let count = 0
    const stop = Math.min(end, start + places.length)
    for (let at = start; at < stop; ) {
      if (
        at + 4 <= stop &&
        (marks[units[at]!]! | marks[units[at + 1]!]! | marks[units[at + 2]!]! | marks[units[at + 3]!]!) === 0
      ) {
        at += 4
        continue
      }
      for (const last = Math.min(at + 4, stop); at < last; at++) {
        const mark = marks[units[at]!]!
        if (mark === 0) continue
        places[count] = at - start
        found[count++] = mark
      }
    }
    return count
  }

  private findAny(start: number, end: number, marks: Uint32Array, { places, marks: found }: MarkedTerms): number {
    const { units } = this
    let count = 0
    let first = start
    for (let at = start; at < end && at - first < places.length; at++) {
      let term = units[at]!
      if (term === WIDE) {
        term = units[at + 1]! | (units[at + 2]! << 16)
        at += WIDE_LENGTH - 1
        first += WIDE_LENGTH - 1
      }
      const mark = marks[term]!
      if (mark === 0) continue
      places[count] = at - first
      found[count++] = mark
    }
    return count
  }

  /** The lists of the documents whose new number is not -1, with the new numbers of their terms. */
  *kept({ owners, terms }: Renumbering): Steps<Sequences> {
    const sequences = new Sequences()
    for (let document = 0; document < this.ends.length; document++) {
      if (document % STEP === 0) yield
      if (owners[document]! < 0) continue
      const units = this.units.subarray(this.startOf(document), this.ends.data[document])
      if (terms === undefined) sequences.pushUnits(units)
      else sequences.push(renamed(units, terms))
    }
    return sequences
  }

  save(): SavedSequences {
    return { units: this.units.subarray(0, this.top), ends: this.ends.values() }
  }

  /**
   * Next to how many of the places where the term stands in the document's list, one `step` to the right or left, a term is wanted.
   * It stands there so many `times`, and no term may be wide.
   */
  countBeside(
    document: number,
    { term, times, step }: { readonly term: number; readonly times: number; readonly step: 1 | -1 },
    isWanted: (term: number) => boolean,
  ): number {
    const { units } = this
    const start = this.startOf(document)
    const end = this.ends.data[document]!
    let count = 0
    let at = start - 1
    for (let left = times; left > 0; left--) {
      at = units.indexOf(term, at + 1) // several times as fast as a loop
      const beside = at + step
      if (beside >= start && beside < end && isWanted(units[beside]!)) count++
    }
    return count
  }

  /** How many units the document's list takes: no fewer than it has terms. */
  lengthOf(document: number): number {
    return this.ends.data[document]! - this.startOf(document)
  }

  private pushUnits(units: Uint16Array): void {
    this.reserve(this.top + units.length)
    this.units.set(units, this.top)
    this.top += units.length
    this.ends.push(this.top)
  }

  private startOf(document: number): number {
    return document === 0 ? 0 : this.ends.data[document - 1]!
  }

  private reserve(length: number): void {
    if (length <= this.units.length) return
    this.units = enlarged(this.units, new Uint16Array(roomFor(length)))
  }
}

function unitsFor(terms: Uint32Array): number {
  let units = terms.length
  for (let i = 0; i < terms.length; i++) if (terms[i]! >= WIDE) units += WIDE_LENGTH - 1
  return units
}

function renamed(units: Uint16Array, terms: NewNumbers): Uint32Array {
  const list = new NumberList()
  for (let at = 0; at < units.length; at++) {
    let term = units[at]!
    if (term === WIDE) {
      term = units[at + 1]! | (units[at + 2]! << 16)
      at += WIDE_LENGTH - 1
    }
    list.push(terms[term]!)
  }
  return list.values()
}

/** Marked terms in their order: where each stands, and its mark. */
export class MarkedTerms {
  readonly places: Uint32Array
  readonly marks: Uint32Array
  length = 0

  constructor(room: number) {
    this.places = new Uint32Array(room)
    this.marks = new Uint32Array(room)
  }
}

export interface SavedSequences {
  readonly units: Uint16Array
  readonly ends: Uint32Array
}
