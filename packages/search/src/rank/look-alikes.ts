import { NumberList, roomFor } from '../index/growable.ts'
import type { PartReader } from '../index/saved.ts'
import type { TermTable } from '../index/term-table.ts'
import { PieceIndex } from './piece-index.ts'

/** Words and how like they are, in two columns. */
export interface LookAlikes {
  readonly words: readonly number[]
  readonly likenesses: readonly number[]
}

/** Below this Dice coefficient of their letter pairs two words do not look alike. */
const LEAST_LIKENESS = 0.5
/** A word shorter than this share of another is at most a part of it. */
const LEAST_LENGTH = 0.5
/** Stands before a word's first letter and behind its last, which so make a pair of their own. */
const EDGE = '\u0000'
/** What the bit sets of pairs may take together; beyond it they are made anew. */
const MAX_BYTES = 16_000_000

/** Finds the words of a vocabulary that are written much like another. */
export class LookAlikeIndex {
  private readonly words: TermTable
  private readonly pairs: PieceIndex
  /** By pair: a bit for each word that has it. */
  private readonly bitSets = new Map<number, Uint32Array>()
  private readonly touched = new NumberList()
  private counts = new Uint8Array(0)

  constructor(words: TermTable, reader: PartReader) {
    this.words = words
    this.pairs = new PieceIndex('pairs', reader)
  }

  get byteSize(): number {
    return this.pairs.byteSize
  }

  add(id: number, word: string): void {
    this.bitSets.clear()
    this.pairs.addWindows(id, EDGE + word + EDGE, 2)
  }

  /** From LEAST_LIKENESS up. */
  find(word: string): LookAlikes {
    const { words } = this
    const { size, known } = this.pairsOf(word)
    // A word half as long has so many pairs in common with it, if it is alike; a longer one has more.
    const needed = Math.ceil((LEAST_LIKENESS * size * (1 + LEAST_LENGTH)) / 2)
    const found: number[] = []
    const likenesses: number[] = []
    this.visitSharing(known, needed, (id, shared) => {
      // A pair that the other word has twice counts twice in its length only: it then seems a little less alike.
      const own = words.lengthOf(id) + 1
      const dice = (2 * shared) / (size + own)
      if (dice < LEAST_LIKENESS || own < size * LEAST_LENGTH) return
      found.push(id)
      likenesses.push(Math.min(1, dice))
    })
    return { words: found, likenesses }
  }

  save(): ReturnType<PieceIndex['save']> {
    return this.pairs.save()
  }

  /** How many different pairs a word has, and those that words of the vocabulary have as well. */
  private pairsOf(word: string): { readonly size: number; readonly known: readonly number[] } {
    const padded = EDGE + word + EDGE
    const pairs = new Set<string>()
    for (let at = 0; at + 1 < padded.length; at++) pairs.add(padded.slice(at, at + 2))
    const known: number[] = []
    for (const pair of pairs) {
      const piece = this.pairs.find(pair)
      if (piece >= 0) known.push(piece)
    }
    return { size: pairs.size, known }
  }

  /** Visits the words that have at least `needed` of the pairs, with how many they have. */
  private visitSharing(pairs: readonly number[], needed: number, visit: Visit): void {
    if (pairs.length < needed) return
    const { lists } = this.pairs
    let holders = 0
    for (const pair of pairs) holders += lists.count(pair)
    // Kanji make rare pairs, whose holders are soon counted; those of Latin letters are in every tenth word.
    const isRare = holders < this.words.size >> 3
    if (isRare || needed > MOST_SLICED) this.countSharing(pairs, needed, visit)
    else this.sliceSharing(pairs, needed, visit)
  }

  private countSharing(pairs: readonly number[], needed: number, visit: Visit): void {
    const { touched } = this
    if (this.words.size > this.counts.length) this.counts = new Uint8Array(roomFor(this.words.size))
    const { counts } = this
    for (const pair of pairs) this.pairs.lists.tally(pair, counts, touched)
    for (let i = 0; i < touched.length; i++) {
      const id = touched.data[i]!
      const shared = counts[id]!
      counts[id] = 0
      if (shared >= needed) visit(id, shared)
    }
    touched.length = 0
  }

  /**
   * Counts for 32 words at once, each bit of their counters in a number of its own. Counters begin so far from their end that
   * the needed pair makes them overflow.
   */
  private sliceSharing(pairs: readonly number[], needed: number, visit: Visit): void {
    const sets = pairs.map((pair) => this.bitSet(pair))
    const start = MOST_SLICED - needed
    const [first, second, third, fourth] = [-(start & 1), -((start >> 1) & 1), -((start >> 2) & 1), -((start >> 3) & 1)]
    const blocks = sets[0]!.length
    for (let block = 0; block < blocks; block++) {
      let ones = first!
      let twos = second!
      let fours = third!
      let eights = fourth!
      let full = 0
      for (let set = 0; set < sets.length; set += 2) {
        const bits = sets[set]![block]!
        const more = set + 1 < sets.length ? sets[set + 1]![block]! : 0
        const both = ones ^ bits
        const two = (ones & bits) | (both & more)
        ones = both ^ more
        const four = twos & two
        twos ^= two
        const eight = fours & four
        fours ^= four
        full |= eights & eight
        eights ^= eight
      }
      for (let rest = full; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest)
        let shared = 0
        for (let set = 0; set < sets.length; set++) shared += (sets[set]![block]! >>> bit) & 1
        visit(block * 32 + bit, shared)
      }
    }
  }

  private bitSet(pair: number): Uint32Array {
    const known = this.bitSets.get(pair)
    if (known !== undefined) return known
    const set = new Uint32Array((this.words.size >> 5) + 1)
    for (const word of this.pairs.wordsOf(pair)) set[word >> 5]! |= 1 << (word & 31)
    if ((this.bitSets.size + 1) * set.byteLength > MAX_BYTES) this.bitSets.clear()
    this.bitSets.set(pair, set)
    return set
  }
}

/** A counter of four bits ends here. */
const MOST_SLICED = 16

type Visit = (word: number, shared: number) => void
