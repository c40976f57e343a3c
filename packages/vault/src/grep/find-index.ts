import type { RelativePath, WalkedFile } from '@shoko/core-fs'
import { compactLoose, createPostingsIndex, type Key, type LexicalHit, type QueryTerm } from '@shoko/search'
import { isJapaneseTerm, piecesOf, type TermReader } from './index-terms.ts'
import { type FileStamp, PART_BYTES, type TextCache } from './text-cache.ts'

/** Says of an indexed file whether it may hold what is looked for. Never wrong when it says no. */
export type FileFilter = (file: IndexedFile) => boolean

export interface IndexedFile {
  /** What the file is called in the index: shorter than its path, and quicker to compare. */
  readonly number: number
  readonly stamp: FileStamp
  /** `too_large`: searched in parts every time. */
  readonly content: 'text' | 'not_text' | 'too_large'
  readonly lines: number
}

/** Arrays grow by half: below this share of the limit there is room for the next step. */
const GROWTH = 1.5
const FILE_BYTES = 500
/** So many leave few files; asking for more would take longer than looking at those. */
const PIECES_ASKED = 8

/** Nobody asks for the order of files: where lengths do not count, scores are alike and nothing is sorted. */
const UNWEIGHED = { b: 0 }

/**
 * Which of a worker's files can hold the words of a query: an index of the search package with one document a file, kept
 * beside the texts. It only ever narrows what is looked at; what a find answers comes from the texts.
 */
export class FindIndex {
  readonly #cache: TextCache
  readonly #limit: number
  readonly #files = new Map<RelativePath, IndexedFile>()
  readonly #stems = createPostingsIndex({ fields: { stems: UNWEIGHED } })
  readonly #pieces = createPostingsIndex({ fields: { pieces: UNWEIGHED } })
  #numbers = 0

  constructor(cache: TextCache, limitBytes: number) {
    this.#cache = cache
    this.#limit = limitBytes
  }

  get size(): number {
    return this.#files.size
  }

  get usedBytes(): number {
    return this.#stems.byteSize + this.#pieces.byteSize + this.#files.size * FILE_BYTES
  }

  get isFull(): boolean {
    return this.usedBytes * GROWTH > this.#limit
  }

  /** What is known of the file as it is now. */
  current(path: RelativePath): IndexedFile | undefined {
    const file = this.#files.get(path)
    return file !== undefined && this.#cache.isCurrent(path, file.stamp) ? file : undefined
  }

  /** Stage 0: files with a word of the query, inflected or not. */
  holding(terms: readonly QueryTerm[]): FileFilter {
    const [japanese, words] = [terms.filter(isJapaneseTerm), terms.filter((term) => !isJapaneseTerm(term))]
    const stems = words.flatMap((term) => term.stems)
    const holders = [keysOf(this.#stems.search(stems, EVERY)), ...japanese.map((term) => this.#withPieces(term.text))]
    return ({ number }) => holders.some((holder) => holder.has(number))
  }

  /** Stage 1: files with the whole query, loosely written. */
  holdingLoosely(query: string): FileFilter {
    const needle = compactLoose(query)
    const holders = needle === '' ? new Set() : this.#withPieces(needle)
    return ({ number }) => holders.has(number)
  }

  /** Indexes a file that is new or has changed, if there is room. */
  renew(file: WalkedFile, reader: TermReader): void {
    const { path } = file
    if (this.current(path) !== undefined) return
    this.remove(path)
    if (this.isFull) return
    const { parts, stamp } = this.#cache.openStamped(file)
    if (stamp === undefined || stamp.unsettled) return
    const number = ++this.#numbers
    if (typeof parts === 'string') this.#files.set(path, { number, stamp, content: 'not_text', lines: 0 })
    else if (stamp.info.size > PART_BYTES) this.#files.set(path, { number, stamp, content: 'too_large', lines: 0 })
    else {
      // Not larger than a part, so there is one.
      for (const { text } of parts) {
        const { stems, pieces } = reader.read(text.uniform)
        this.#stems.add(number, { stems })
        this.#pieces.add(number, { pieces })
        this.#files.set(path, { number, stamp, content: 'text', lines: text.lineCount })
      }
      this.#cache.settle(path)
    }
  }

  remove(path: RelativePath): void {
    const file = this.#files.get(path)
    if (file === undefined) return
    this.#files.delete(path)
    this.#stems.remove(file.number)
    this.#pieces.remove(file.number)
  }

  /** Forgets all other files. */
  retain(files: readonly WalkedFile[]): void {
    const paths = new Set(files.map(({ path }) => path))
    for (const path of this.#files.keys()) if (!paths.has(path)) this.remove(path)
  }

  #withPieces(needle: string): Keys {
    let holders: Keys | undefined
    for (const piece of someOf(piecesOf(needle))) {
      const left = holders
      const accept = left === undefined ? {} : { accept: (key: Key) => left.has(key) }
      holders = keysOf(this.#pieces.search([piece], { ...EVERY, ...accept }))
      if (holders.size === 0) break
    }
    return holders ?? ALL
  }
}

interface Keys {
  readonly size: number
  has(key: Key): boolean
}

/** Of a needle too short to say anything. */
const ALL: Keys = { size: Number.POSITIVE_INFINITY, has: () => true }
const EVERY = { limit: Number.POSITIVE_INFINITY }

function keysOf(hits: readonly LexicalHit[]): Keys {
  return new Set(hits.map(({ key }) => key))
}

/** Evenly spread: neighbouring pieces say nearly the same. */
function someOf(pieces: readonly string[]): readonly string[] {
  const step = Math.max(1, pieces.length / PIECES_ASKED)
  return Array.from({ length: Math.min(pieces.length, PIECES_ASKED) }, (_, index) => pieces[Math.floor(index * step)]!)
}
