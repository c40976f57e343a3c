import { NumberList, roomFor } from '../index/growable.ts'
import { PostingBuffer, type PostingLists } from '../index/posting-lists.ts'
import { type PartReader, prefixed } from '../index/saved.ts'
import type { TermTable } from '../index/term-table.ts'

/** From a piece of a word (a stem, a few letters) to the words that have it. */
export class PieceIndex {
  private readonly name: string
  private readonly pieces: TermTable
  private readonly lists: PostingLists
  private readonly buffer = new PostingBuffer()
  private readonly touched = new NumberList()
  private counts = new Uint8Array(0)

  constructor(name: string, reader: PartReader) {
    this.name = name
    this.pieces = reader.terms(`${name}.pieces`)
    this.lists = reader.postings(`${name}.lists`)
  }

  get byteSize(): number {
    return this.pieces.byteSize + this.lists.byteSize
  }

  /** Adds a piece of a word. Words come in ascending order; a piece that a word has twice counts once. */
  add(word: number, piece: string): void {
    this.addWindow(word, piece, 0, piece.length)
  }

  /** Adds all pieces of this length, or the whole text when it is shorter. */
  addWindows(word: number, text: string, length: number): void {
    if (text.length <= length) this.addWindow(word, text, 0, text.length)
    else for (let end = length; end <= text.length; end++) this.addWindow(word, text, end - length, end)
  }

  private addWindow(word: number, text: string, start: number, end: number): void {
    const id = this.pieces.intern(text, start, end)
    if (this.lists.last(id) !== word) this.lists.append(id, word, 1)
  }

  wordsOf(piece: string): number[] {
    const id = this.pieces.find(piece)
    if (id < 0) return []
    const count = this.lists.decode(id, this.buffer)
    const words = new Array<number>(count)
    for (let i = 0; i < count; i++) words[i] = this.buffer.documents[i]!
    return words
  }

  /**
   * Visits the words that share at least `least` of the pieces, with how many they share. The commonest pieces have the
   * longest lists; a word with enough pieces has a rarer one too, so the lists of the `least - 1` commonest are counted
   * but make no candidates.
   */
  visitSharing(pieces: Iterable<string>, { least, visit }: SharingVisit): void {
    const { lists, touched } = this
    const ids: number[] = []
    let size = 0
    for (const piece of pieces) {
      const id = this.pieces.find(piece)
      if (id < 0) continue
      ids.push(id)
      size = Math.max(size, lists.last(id) + 1)
    }
    if (ids.length < least) return
    if (size > this.counts.length) this.counts = new Uint8Array(roomFor(size))
    const { counts } = this
    ids.sort((a, b) => lists.count(a) - lists.count(b))
    const telling = ids.length - Math.max(0, least - 1)
    for (let i = 0; i < ids.length; i++) lists.tally(ids[i]!, counts, i < telling ? touched : undefined)
    for (let i = 0; i < touched.length; i++) {
      const word = touched.data[i]!
      if (counts[word]! >= least) visit(word, counts[word]!)
    }
    touched.length = 0
    counts.fill(0, 0, size)
  }

  save(): Record<string, Uint8Array | Uint16Array | Uint32Array | Int32Array> {
    return {
      ...prefixed<Uint16Array | Uint32Array | Int32Array>(`${this.name}.pieces`, { ...this.pieces.save() }),
      ...prefixed<Uint8Array | Uint32Array>(`${this.name}.lists`, { ...this.lists.save() }),
    }
  }
}

export interface SharingVisit {
  /** How many pieces a word must share. */
  readonly least: number
  readonly visit: (word: number, shared: number) => void
}
