import { enlarged, NumberList, roomFor } from '../index/growable.ts'
import type { PartReader } from '../index/saved.ts'
import type { TermTable } from '../index/term-table.ts'
import { PieceIndex } from './piece-index.ts'

/** Words and how like they are, in two columns. */
export interface SimilarWords {
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
export class SimilarWordIndex {
  private readonly words: TermTable
  private readonly pairs: PieceIndex
  /** Sets of words, a bit for each, one behind the other, the first of them empty; and by pair where its set begins. Signed: a large unsigned number is an object at first. */
  private bits = new Int32Array(0)
  private used = 0
  private readonly setOf = new Map<number, number>()
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
    this.forgetSets()
    this.pairs.addWindows(id, EDGE + word + EDGE, 2)
  }

  /** From LEAST_LIKENESS up. */
  find(word: string): SimilarWords {
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
    const known: number[] = []
    let size = 0
    for (let at = 0; at + 1 < padded.length; at++) {
      if (isRepeated(padded, at)) continue
      size++
      const pair = this.pairs.find(padded, at, at + 2)
      if (pair >= 0) known.push(pair)
    }
    return { size, known }
  }

  /** Visits the words that have at least `needed` of the pairs, with how many they have. */
  private visitSharing(pairs: readonly number[], needed: number, visit: Visit): void {
    if (pairs.length < needed) return
    const { lists } = this.pairs
    let holders = 0
    for (const pair of pairs) holders += lists.count(pair)
    // Kanji make rare pairs, whose holders are soon counted; those of Latin letters are in every tenth word.
    const isRare = holders < this.words.size >> 3
    if (isRare || needed > MAX_SLICED || pairs.length >= needed + MAX_SLICED) this.countSharing(pairs, needed, visit)
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
   * the last needed pair makes them overflow; what they hold then is what a word has beyond it.
   */
  private sliceSharing(pairs: readonly number[], needed: number, visit: Visit): void {
    const blocks = (this.words.size >> 5) + 1
    const sets = this.setsOf(pairs, blocks)
    const { bits } = this
    const start = MAX_SLICED - needed
    const [first, second, third, fourth] = [allOf(start, 0), allOf(start, 1), allOf(start, 2), allOf(start, 3)]
    for (let block = 0; block < blocks; block++) {
      let ones = first
      let twos = second
      let fours = third
      let eights = fourth
      let full = 0
      for (let set = 0; set < sets.length; set += 4) {
        const a = bits[sets[set]! + block]!
        const b = bits[sets[set + 1]! + block]!
        const c = bits[sets[set + 2]! + block]!
        const d = bits[sets[set + 3]! + block]!
        const onesA = ones ^ a
        const twosB = (ones & a) | (onesA & b)
        const onesB = onesA ^ b
        const onesC = onesB ^ c
        const twosD = (onesB & c) | (onesC & d)
        ones = onesC ^ d
        const twosOfB = twos ^ twosB
        const four = (twos & twosB) | (twosOfB & twosD)
        twos = twosOfB ^ twosD
        const eight = fours & four
        fours ^= four
        full |= eights & eight
        eights ^= eight
      }
      for (let rest = full; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest)
        const beyond = bitOf(ones, bit) + bitOf(twos, bit) * 2 + bitOf(fours, bit) * 4 + bitOf(eights, bit) * 8
        visit(block * 32 + bit, needed + beyond)
      }
    }
  }

  /** Where the sets of the pairs begin; with empty ones so that they are a multiple of four. */
  private setsOf(pairs: readonly number[], blocks: number): number[] {
    this.reserve((pairs.length + 1) * blocks)
    if (this.used === 0) {
      this.bits.fill(0, 0, blocks)
      this.used = blocks
    }
    const sets = pairs.map((pair) => this.setOf.get(pair) ?? this.addSet(pair, blocks))
    while (sets.length % 4 !== 0) sets.push(NO_WORDS)
    return sets
  }

  private addSet(pair: number, blocks: number): number {
    const { bits, used } = this
    bits.fill(0, used, used + blocks)
    for (const word of this.pairs.wordsOf(pair)) bits[used + (word >> 5)]! |= 1 << (word & 31)
    this.setOf.set(pair, used)
    this.used += blocks
    return used
  }

  private reserve(blocks: number): void {
    if ((this.used + blocks) * this.bits.BYTES_PER_ELEMENT > MAX_BYTES) this.forgetSets()
    const length = this.used + blocks
    if (length > this.bits.length) this.bits = enlarged(this.bits, new Int32Array(roomFor(length)))
  }

  private forgetSets(): void {
    if (this.used === 0) return
    this.setOf.clear()
    this.used = 0
  }
}

/** Where the empty set begins. */
const NO_WORDS = 0
/** A counter of four bits ends here. */
const MAX_SLICED = 16

type Visit = (word: number, shared: number) => void

/** The bit 32 times over. Not by a minus sign: -0 is no integer to the compiler. */
function allOf(bits: number, place: number): number {
  return 0 - bitOf(bits, place)
}

function bitOf(bits: number, place: number): number {
  return (bits >>> place) & 1
}

/** Whether the pair of letters that stands here stands further to the left as well. */
function isRepeated(text: string, at: number): boolean {
  const first = text.charCodeAt(at)
  const second = text.charCodeAt(at + 1)
  for (let before = 0; before < at; before++) {
    if (text.charCodeAt(before) === first && text.charCodeAt(before + 1) === second) return true
  }
  return false
}
