import { enlarged, roomFor } from '../index/growable.ts'
import { PostingBuffer } from '../index/posting-lists.ts'
import { MOST_NARROW } from '../index/sequences.ts'
import type { CorpusParts } from './corpus.ts'
import type { Likenesses } from './likenesses.ts'

/** A longer section is judged by its beginning: one giant file must not hold up a query. Postings do not know where that ends. */
export const MAX_WORDS = 20_000
/** About what taking up a list of postings takes, in words of a section that are read. */
const LIST_WORK = 16
/** The same for a posting. */
const POSTING_WORK = 2
/** The same for going to one place where a word stands. */
const PLACE_WORK = 32
/** Rows are numbered in a byte, from 1. */
const MAX_ROWS = 255

export interface BodyRequest {
  readonly parts: CorpusParts
  readonly sections: readonly number[]
  /** How many the query has. */
  readonly terms: number
}

/** By query term, for the section at hand: its best likeness, whether it is there, how often it follows the term before it. */
export interface HeldTerms {
  readonly best: Float64Array
  readonly covered: Uint8Array
  readonly pairCounts: Uint32Array
}

/**
 * What the bodies of some sections hold that is like a query's terms, by the postings of those words: some hundred lists stand for
 * the hundred thousand words of long sections. Where the postings are longer than the sections, nothing is looked up.
 */
export class BodyHolders {
  private readonly likenesses: Likenesses
  private readonly buffer = new PostingBuffer()
  private request: BodyRequest | undefined
  /** By section: its row and one more; 0 for those that have none. */
  private rowOf = new Uint8Array(0)
  /** A row a section, in columns of terms: the best likeness, how often words stand there for the term, and the first of these words. */
  private best = new Float64Array(0)
  private times = new Uint32Array(0)
  private first = new Uint32Array(0)
  /** From 1: a word that stands for a term, how often, and the next one that does in the same section. */
  private words = new Uint32Array(0)
  private counts = new Uint32Array(0)
  private next = new Uint32Array(0)
  private length = 1
  private terms = 0

  constructor(likenesses: Likenesses) {
    this.likenesses = likenesses
  }

  begin(request: BodyRequest): void {
    const { likenesses } = this
    for (const section of this.request?.sections ?? []) this.rowOf[section] = 0
    this.request = undefined
    if (!isWorthIt(request, likenesses)) return
    this.request = request
    this.terms = request.terms
    this.addRows(request)
    const { lists } = request.parts.words.body
    for (let entry = 1; entry < likenesses.length; entry++) {
      const word = likenesses.words[entry]!
      if (likenesses.first[word] === entry) this.addWord(entry, lists.decode(word, this.buffer))
    }
  }

  /** Takes over what the section's body holds; false when it has to be read. */
  take(section: number, { best, covered, pairCounts }: HeldTerms): boolean {
    const row = (this.rowOf[section] ?? 0) - 1
    if (row < 0 || this.isCrowded(section, row)) return false
    const { terms } = this
    for (let term = 0, cell = row * terms; term < terms; term++, cell++) {
      if (this.best[cell]! > best[term]!) best[term] = this.best[cell]!
      if (this.times[cell] === 0) continue
      covered[term] = 1
      if (term > 0 && this.times[cell - 1] !== 0) pairCounts[term]! += this.pairsAt(section, cell, term)
    }
    return true
  }

  /** Two words of the query that stand side by side in it are in so many places that the section is sooner read. */
  private isCrowded(section: number, row: number): boolean {
    const { terms } = this
    let places = 0
    for (let term = 1, cell = row * terms + 1; term < terms; term++, cell++) {
      places += Math.min(this.times[cell]!, this.times[cell - 1]!)
    }
    return places * PLACE_WORK > this.request!.parts.sequences.body.lengthOf(section)
  }

  /** How often the term follows the one before it, or a word stands for both: the rarer of the two is gone after. */
  private pairsAt(section: number, cell: number, term: number): number {
    const { likenesses } = this
    const { body } = this.request!.parts.sequences
    const isBefore = this.times[cell - 1]! < this.times[cell]!
    const [own, other] = isBefore ? [term - 1, term] : [term, term - 1]
    let pairs = 0
    const isPair = (word: number) =>
      likenesses.standsFor(likenesses.first[word]!, other) &&
      // It is a pair by itself, and counted when its own places are.
      !(isBefore && likenesses.standsFor(likenesses.first[word]!, own))
    for (let at = this.first[isBefore ? cell - 1 : cell]!; at !== 0; at = this.next[at]!) {
      const word = this.words[at]!
      const times = this.counts[at]!
      const isBoth = likenesses.standsFor(likenesses.first[word]!, other)
      if (isBoth) pairs += times
      if (!isBoth || isBefore) pairs += body.countBeside(section, { term: word, times, step: isBefore ? 1 : -1 }, isPair)
    }
    return pairs
  }

  private addRows({ parts, sections, terms }: BodyRequest): void {
    const { documentOf, sequences } = parts
    const cells = sections.length * terms
    if (documentOf.length > this.rowOf.length) this.rowOf = new Uint8Array(documentOf.length)
    if (cells > this.best.length) {
      this.best = new Float64Array(cells)
      this.times = new Uint32Array(cells)
      this.first = new Uint32Array(cells)
    }
    for (const column of [this.best, this.times, this.first]) column.fill(0, 0, cells)
    for (let row = 0; row < sections.length; row++) {
      if (sequences.body.lengthOf(sections[row]!) <= MAX_WORDS) this.rowOf[sections[row]!] = row + 1
    }
    this.length = 1
  }

  /** Notes in the rows of all sections that hold a word what its entries say. */
  private addWord(head: number, holders: number): void {
    const { rowOf, best, terms, buffer } = this
    const { likenesses, sameStem, next, words, terms: termOf } = this.likenesses
    for (let holder = 0; holder < holders; holder++) {
      const row = rowOf[buffer.documents[holder]!]! - 1
      if (row < 0) continue
      for (let entry = head; entry !== 0; entry = next[entry]!) {
        const cell = row * terms + termOf[entry]!
        if (likenesses[entry]! > best[cell]!) best[cell] = likenesses[entry]!
        if (sameStem[entry] === 1) this.addHeld(cell, words[entry]!, buffer.frequencies[holder]!)
      }
    }
  }

  private addHeld(cell: number, word: number, times: number): void {
    const at = this.length++
    this.reserve(at + 1)
    this.words[at] = word
    this.counts[at] = times
    this.next[at] = this.first[cell]!
    this.first[cell] = at
    this.times[cell]! += times
  }

  private reserve(length: number): void {
    if (length <= this.words.length) return
    const room = roomFor(length)
    this.words = enlarged(this.words, new Uint32Array(room))
    this.counts = enlarged(this.counts, new Uint32Array(room))
    this.next = enlarged(this.next, new Uint32Array(room))
  }
}

/** Whether the words' postings are sooner read than the sections. */
function isWorthIt({ parts, sections }: BodyRequest, { words, length }: Likenesses): boolean {
  const { sequences, vocabulary } = parts
  if (sections.length > MAX_ROWS || vocabulary.size > MOST_NARROW) return false
  let left = 0
  for (const section of sections) left += sequences.body.lengthOf(section)
  const { lists } = parts.words.body
  for (let entry = 1; entry < length && left > 0; entry++) left -= LIST_WORK + POSTING_WORK * lists.count(words[entry]!)
  return left > 0
}
