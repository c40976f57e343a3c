import { enlarged, roomFor } from '../index/growable.ts'
import type { SimilarWords } from './similar-words.ts'

/** Which words of the vocabulary are like which terms of a query: by word a chain of entries, in columns that are kept from query to query. */
export class Likenesses {
  /** By word: its first entry; 0 for a word that is like none of the terms. */
  first = new Uint32Array(0)
  /** By entry: the term, how like it is, whether the word stands for it and does not only look like it, the word's next entry, and the word. */
  terms = new Uint8Array(0)
  likenesses = new Float64Array(0)
  sameStem = new Uint8Array(0)
  next = new Uint32Array(0)
  words = new Uint32Array(0)
  /** Entries begin with 1. */
  length = 1

  reset(vocabularySize: number): void {
    const { first, words } = this
    for (let entry = 1; entry < this.length; entry++) first[words[entry]!] = 0
    this.length = 1
    if (vocabularySize > first.length) this.first = new Uint32Array(roomFor(vocabularySize))
  }

  add(term: number, { sameStem, alike }: { readonly sameStem: readonly number[]; readonly alike: SimilarWords }): void {
    const { words, likenesses } = alike
    this.reserve(this.length + words.length + sameStem.length)
    for (let i = 0; i < words.length; i++) this.push(words[i]!, term, likenesses[i]!)
    for (let i = 0; i < sameStem.length; i++) {
      const known = this.first[sameStem[i]!]!
      const isAlike = known !== 0 && this.terms[known] === term
      this.sameStem[isAlike ? known : this.push(sameStem[i]!, term, 0)] = 1
    }
  }

  /** Does the word with this first entry stand for the term? */
  standsFor(entry: number, term: number): boolean {
    for (let at = entry; at !== 0; at = this.next[at]!) if (this.sameStem[at] !== 0 && this.terms[at] === term) return true
    return false
  }

  private push(word: number, term: number, likeness: number): number {
    const entry = this.length++
    this.terms[entry] = term
    this.likenesses[entry] = likeness
    this.sameStem[entry] = 0
    this.next[entry] = this.first[word]!
    this.words[entry] = word
    this.first[word] = entry
    return entry
  }

  private reserve(length: number): void {
    if (length <= this.next.length) return
    const room = roomFor(length)
    this.terms = enlarged(this.terms, new Uint8Array(room))
    this.likenesses = enlarged(this.likenesses, new Float64Array(room))
    this.sameStem = enlarged(this.sameStem, new Uint8Array(room))
    this.next = enlarged(this.next, new Uint32Array(room))
    this.words = enlarged(this.words, new Uint32Array(room))
  }
}
