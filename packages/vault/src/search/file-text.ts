import { isAscii, isUtf8 } from 'node:buffer'
import { type ByteFinder, splitLines } from '@shoko/core-fs'
import type { TextBytes } from './text-pages.ts'

/**
 * The text of a file, or of a part of a very large one, in the forms that searches ask for. The bytes are kept as they were
 * read, because most searches need no more to pass a file over; decoded forms are made when first needed.
 */
export class FileText {
  readonly #bytes: TextBytes
  /** After a byte order mark. */
  readonly #start: number
  readonly #ascii: boolean
  #text: string | undefined
  #uniform: string | undefined
  #lineCount: number | undefined
  #oddLetters: boolean | undefined

  constructor(content: Buffer | TextBytes) {
    const isBuffer = Buffer.isBuffer(content)
    const bytes = isBuffer ? content : content.read()
    this.#bytes = isBuffer ? { byteLength: content.byteLength, read: () => content } : content
    this.#start = hasBom(bytes) ? BOM_BYTES : 0
    this.#ascii = isAscii(bytes)
  }

  /** For the moment: see `TextBytes`. */
  get #content(): Buffer {
    const bytes = this.#bytes.read()
    return this.#start === 0 ? bytes : bytes.subarray(this.#start)
  }

  holds(bytes: Buffer): boolean {
    return this.#content.includes(bytes)
  }

  /** Where some bytes stand first, as an offset into the text, and how often they do. */
  placesOf(finder: ByteFinder, length: number): { readonly first: number; readonly count: number } | undefined {
    const content = this.#content
    const first = finder.find(content)
    if (first < 0) return undefined
    let count = 0
    for (let at = first; at >= 0; at = finder.find(content, at + length)) count++
    return { first: this.#ascii ? first : content.toString('utf8', 0, first).length, count }
  }

  /** The UTF-8 bytes, one unit each: quicker to make than the text, and as good for patterns that are ASCII. */
  get byteString(): string {
    return this.#content.toString('latin1')
  }

  get text(): string {
    this.#text ??= this.#content.toString(this.#ascii ? 'latin1' : 'utf8')
    return this.#text
  }

  /** Compatible forms unified and case folded: what loose and normalized matching look at first. */
  get uniform(): string {
    this.#uniform ??= this.#ascii ? this.byteString.toLowerCase() : uniformText(this.#text ?? this.#content.toString('utf8'))
    return this.#uniform
  }

  get lineCount(): number {
    this.#lineCount ??= splitLines(this.byteString).length
    return this.#lineCount
  }

  /** Whether a long s or a Kelvin sign is in it, which match `s` and `k` when case is ignored. */
  get hasOddLetters(): boolean {
    this.#oddLetters ??= !this.#ascii && (this.holds(LONG_S) || this.holds(KELVIN))
    return this.#oddLetters
  }

  /** Bytes of memory, with the forms made so far. */
  get cost(): number {
    const unit = this.#ascii ? 1 : 2
    return OBJECT_COST + this.#bytes.byteLength + unit * ((this.#text?.length ?? 0) + (this.#uniform?.length ?? 0))
  }

  /** Gives up what can be made again: the text, which is as quick as copying it, or the uniform text too, which takes a while. */
  shed(what: 'text' | 'all'): void {
    this.#text = undefined
    if (what === 'all') this.#uniform = undefined
  }
}

/** Of a text, whatever it holds. */
export const OBJECT_COST = 500
const BOM_BYTES = 3
const LONG_S = Buffer.from('\u017f')
const KELVIN = Buffer.from('\u212a')

/** As the search package folds case: `ß` is `ss`, a final sigma is a sigma. */
export function uniformText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ')
}

/** The same test as for reading: UTF-8 without NUL. */
export function isTextContent(content: Buffer): boolean {
  return !content.includes(0) && isUtf8(content)
}

function hasBom(content: Buffer): boolean {
  return content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf
}
