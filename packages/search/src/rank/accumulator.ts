import { COUNT_BITS, COUNT_MASK, type Counted, type Tally } from '../index/tally.ts'

/** BM25 of one term in one field: everything that does not depend on who holds it. */
export interface TermScore {
  /** Weight, idf and saturation in one. */
  factor: number
  base: number
  /** How much each unit of length takes off. */
  slope: number
  /** By owner. */
  lengths: Uint32Array
}

/** Scores of one query, by owner (section or document). Kept from query to query. */
export class Accumulator {
  scores = new Float64Array(0)
  /** The owners that have a score are the first `length` of these. */
  owners = new Uint32Array(0)
  length = 0

  /** Starts anew, for so many owners. */
  reset(owners: number): void {
    this.length = 0
    if (owners <= this.scores.length) {
      this.scores.fill(0, 0, owners)
      return
    }
    this.scores = new Float64Array(owners * 2)
    this.owners = new Uint32Array(owners * 2)
  }

  /** Adds the term's score to everybody who holds it. */
  add(holders: Tally, { factor, base, slope, lengths }: TermScore): void {
    if (factor === 0) return
    const { scores, owners } = this
    const { sums, touched } = holders
    const count = holders.length
    let scored = this.length
    for (let i = 0; i < count; i++) {
      const owner = touched[i]!
      const frequency = sums[owner]!
      const before = scores[owner]!
      if (before === 0) owners[scored++] = owner
      scores[owner] = before + (factor * frequency) / (frequency + base + slope * lengths[owner]!)
    }
    this.length = scored
  }

  /** The same for what was counted before. */
  addCounted({ entries }: Counted, { factor, base, slope, lengths }: TermScore): void {
    if (factor === 0) return
    const { scores, owners } = this
    let scored = this.length
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at]!
      const owner = entry >>> COUNT_BITS
      let frequency = entry & COUNT_MASK
      if (frequency === 0) frequency = entries[++at]!
      const before = scores[owner]!
      if (before === 0) owners[scored++] = owner
      scores[owner] = before + (factor * frequency) / (frequency + base + slope * lengths[owner]!)
    }
    this.length = scored
  }
}
