import type { NumberPages } from './number-pages.ts'

/**
 * Owners and how often each has it, in the order of their first touch: a number each, with the count in its last bits. Where it has no
 * room there they are 0, and the count follows.
 */
export interface Counted {
  readonly entries: Uint32Array
  readonly owners: number
}

/** Room for the count in a number; the rest is for 268 million owners. */
export const COUNT_BITS = 4
export const COUNT_MASK = (1 << COUNT_BITS) - 1

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

  /** What is counted, in a column of these pages. */
  counted(pages: NumberPages): Counted {
    const { sums, touched, length } = this
    let room = length
    for (let i = 0; i < length; i++) if (sums[touched[i]!]! > COUNT_MASK) room++
    const entries = pages.take(room)
    let at = 0
    for (let i = 0; i < length; i++) {
      const owner = touched[i]!
      const sum = sums[owner]!
      entries[at++] = (owner << COUNT_BITS) | (sum > COUNT_MASK ? 0 : sum)
      if (sum > COUNT_MASK) entries[at++] = sum
    }
    return { entries, owners: length }
  }

  clear(): void {
    const { sums, touched, length } = this
    for (let i = 0; i < length; i++) sums[touched[i]!] = 0
    this.length = 0
  }
}
