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

/** Finds the words of a vocabulary that are written much like another. */
export class LookAlikeIndex {
  private readonly words: TermTable
  private readonly pairs: PieceIndex
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
    this.pairs.addWindows(id, EDGE + word + EDGE, 2)
  }

  /**
   * From LEAST_LIKENESS up. A word that is alike shares so many pairs that the rarer ones alone find it; the commonest, whose
   * lists are the longest, are looked for in the words found.
   */
  find(word: string): LookAlikes {
    const { pairs, touched } = this
    const wanted = pairsOf(word)
    // A word half as long has so many pairs in common with it, if it is alike; a longer one has more.
    const needed = Math.ceil((LEAST_LIKENESS * (wanted.size + wanted.size * LEAST_LENGTH)) / 2)
    const known: Pair[] = []
    for (const text of wanted) {
      const piece = pairs.find(text)
      if (piece >= 0) known.push({ text, piece, holders: pairs.lists.count(piece) })
    }
    if (known.length < needed) return NONE
    known.sort((a, b) => a.holders - b.holders)
    const unread = known.splice(known.length - Math.max(0, needed - 1))
    if (this.words.size > this.counts.length) this.counts = new Uint8Array(roomFor(this.words.size))
    for (const { piece } of known) pairs.lists.tally(piece, this.counts, touched)
    const alike = this.alikeAmongTouched(wanted.size, unread)
    touched.length = 0
    return alike
  }

  save(): ReturnType<PieceIndex['save']> {
    return this.pairs.save()
  }

  /** Clears the counts on its way. */
  private alikeAmongTouched(pairs: number, unread: readonly Pair[]): LookAlikes {
    const { words, counts, touched } = this
    const found: number[] = []
    const likenesses: number[] = []
    for (let i = 0; i < touched.length; i++) {
      const id = touched.data[i]!
      // A pair that the other word has twice counts twice in its length only: it then seems a little less alike.
      const own = words.lengthOf(id) + 1
      let shared = counts[id]!
      counts[id] = 0
      const total = pairs + own
      if (2 * (shared + unread.length) < LEAST_LIKENESS * total || own < pairs * LEAST_LENGTH) continue
      for (const { text } of unread) if (words.hasPair(id, text)) shared++
      const dice = (2 * shared) / total
      if (dice < LEAST_LIKENESS) continue
      found.push(id)
      likenesses.push(Math.min(1, dice))
    }
    return { words: found, likenesses }
  }
}

interface Pair {
  readonly text: string
  readonly piece: number
  /** How many words have it. */
  readonly holders: number
}

const NONE: LookAlikes = { words: [], likenesses: [] }

function pairsOf(word: string): Set<string> {
  const padded = EDGE + word + EDGE
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < padded.length; at++) pairs.add(padded.slice(at, at + 2))
  return pairs
}
