import type { NumberPages } from './number-pages.ts'

/** Owners and how often each has it. */
export interface Counted {
  readonly owners: Uint32Array
  readonly counts: Uint32Array
}

/** Adds up how often something occurs, by owner (a document or a section). Kept from query to query; only what was touched is cleared. */
export class Tally {
  /** By owner: how often; 0 for those that were not touched. */
  sums = new Uint32Array(0)
  /** The owners touched are the first `length` of these, in the order of their first touch. */
  touched = new Uint32Array(0)
  length = 0

  /** Makes room for so many owners; nothing may be counted at the time. */
  reserve(owners: number): void {
    if (owners <= this.sums.length) return
    this.sums = new Uint32Array(owners * 2)
    this.touched = new Uint32Array(owners * 2)
  }

  /** Adds each sum to that of the owner's own owner. */
  addTo(other: Tally, ownerOf: Uint32Array): void {
    const { sums, touched, length } = this
    const others = other.touched
    const otherSums = other.sums
    let noted = other.length
    for (let i = 0; i < length; i++) {
      const owner = ownerOf[touched[i]!]!
      if (otherSums[owner] === 0) others[noted++] = owner
      otherSums[owner]! += sums[touched[i]!]!
    }
    other.length = noted
  }

  /** Sets the mark of each owner touched. */
  mark(marks: Uint8Array): void {
    const { touched, length } = this
    for (let i = 0; i < length; i++) marks[touched[i]!] = 1
  }

  /** Forgets the owners that do not pass. */
  keep(passes: (owner: number) => boolean): void {
    let kept = 0
    for (let i = 0; i < this.length; i++) {
      const owner = this.touched[i]!
      if (passes(owner)) this.touched[kept++] = owner
      else this.sums[owner] = 0
    }
    this.length = kept
  }

  /** What is counted, in two columns of these pages. */
  counted(pages: NumberPages): Counted {
    const owners = pages.take(this.length)
    const counts = pages.take(this.length)
    owners.set(this.touched.subarray(0, this.length))
    for (let i = 0; i < owners.length; i++) counts[i] = this.sums[owners[i]!]!
    return { owners, counts }
  }

  clear(): void {
    const { sums, touched, length } = this
    for (let i = 0; i < length; i++) sums[touched[i]!] = 0
    this.length = 0
  }
}
