import type { Numbers } from '../index/binary.ts'
import { PostingBuffer, type PostingLists } from '../index/posting-lists.ts'
import { type PartReader, prefixed } from '../index/saved.ts'
import type { TermTable } from '../index/term-table.ts'
import { TextUnits } from '../text-units.ts'

/** From a piece of a word (a stem, a few letters) to the words that have it. */
export class PieceIndex {
  private readonly name: string
  private readonly pieces: TermTable
  /** By the piece's number: the words that have it. */
  readonly lists: PostingLists
  private readonly buffer = new PostingBuffer()
  private readonly letters = new TextUnits()

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
    this.addWindows(word, piece, piece.length)
  }

  /** Adds all pieces of this length, or the whole text when it is shorter. */
  addWindows(word: number, text: string, length: number): void {
    const { data } = this.letters.load(text)
    const window = Math.min(length, text.length)
    for (let end = window; end <= text.length; end++) {
      const id = this.pieces.internUnits(data, end - window, end)
      if (this.lists.last(id) !== word) this.lists.append(id, word, 1)
    }
  }

  /** The number of the piece `text[start, end)`, or -1. */
  find(text: string, start = 0, end = text.length): number {
    return this.pieces.find(text, start, end)
  }

  wordsOf(piece: number): number[] {
    if (piece < 0) return []
    const count = this.lists.decode(piece, this.buffer)
    const words = new Array<number>(count)
    for (let i = 0; i < count; i++) words[i] = this.buffer.documents[i]!
    return words
  }

  save(): Record<string, Numbers> {
    return {
      ...prefixed<Numbers>(`${this.name}.pieces`, { ...this.pieces.save() }),
      ...prefixed<Numbers>(`${this.name}.lists`, { ...this.lists.save() }),
    }
  }
}
