import type { Tally } from '../index/tally.ts'

/** Which words of a query the bodies of sections hold: a bit a word, two numbers a section. Kept from query to query. */
export class MatchedTerms {
  private bits = new Uint32Array(0)

  /** Starts anew, for so many sections. */
  reset(sections: number): void {
    if (sections * 2 > this.bits.length) this.bits = new Uint32Array(sections * 4)
    else this.bits.fill(0, 0, sections * 2)
  }

  /** Notes the word, by its place in the query, for each section just counted. */
  add(word: number, { touched, length }: Tally): void {
    const { bits } = this
    const half = word >> 5
    const bit = 1 << (word & 31)
    for (let i = 0; i < length; i++) bits[touched[i]! * 2 + half]! |= bit
  }

  /** Whether the section holds one. */
  some(section: number): boolean {
    return (this.bits[section * 2]! | this.bits[section * 2 + 1]!) !== 0
  }

  /** Those that the section holds, by their place in the query. */
  of(section: number): readonly number[] {
    const low = this.bits[section * 2]!
    const high = this.bits[section * 2 + 1]!
    if (high === 0 && low < WORD_SETS.length) return WORD_SETS[low]!
    return [...bitsOf(low, 0), ...bitsOf(high, 32)]
  }
}

/** The places of the bits that are set, counted from `first`. */
function bitsOf(bits: number, first: number): readonly number[] {
  const places: number[] = []
  for (let rest = bits; rest !== 0; rest &= rest - 1) places.push(first + 31 - Math.clz32(rest & -rest))
  return places
}

/** By their bits: few questions have more than ten words, and hundreds of sections hold the same ones. */
const WORD_SETS: readonly (readonly number[])[] = Array.from({ length: 2 ** 10 }, (_, bits) => bitsOf(bits, 0))
