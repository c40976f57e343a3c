import { fold, scanRuns, stemsOf } from '@shoko/search'
import { BETWEEN } from './loose.ts'

/** What the index of a file is made of. */
export interface IndexTerms {
  /** Of every word of a script that writes words apart: its stem in each language. */
  readonly stems: readonly string[]
  /** Numbers of the pieces that the text has when nothing stands between its characters. */
  readonly pieces: readonly string[]
}

const SEPARATORS = new RegExp(`${BETWEEN}+`, 'g')

/** Reads texts one after the other. */
export class TermReader {
  readonly #pieces = new PieceSet()

  read(uniform: string): IndexTerms {
    return { stems: [...this.#stemsIn(uniform)], pieces: this.#piecesIn(uniform) }
  }

  #stemsIn(uniform: string): Set<string> {
    const words = new Set<string>()
    scanRuns(uniform, {
      word: (start, end) => words.add(uniform.slice(start, end)),
      japaneseRun: ignore,
      phrase: ignore,
    })
    const stems = new Set<string>()
    for (const word of words) {
      const { english, spanish } = stemsOf(fold(word))
      stems.add(english).add(spanish)
    }
    return stems
  }

  #piecesIn(uniform: string): string[] {
    const text = uniform.replace(SEPARATORS, '')
    for (let at = 0; at < text.length; at++) {
      const first = text.charCodeAt(at)
      if (isKanji(first)) this.#pieces.add(pieceNumber(first))
      const piece = pieceAt(text, at)
      if (piece >= 0) this.#pieces.add(piece)
    }
    return this.#pieces.take()
  }
}

/** Pieces that every text which holds the needle, whatever stands between its characters, must have. May be none. */
export function piecesOf(needle: string): string[] {
  const text = needle.replace(SEPARATORS, '')
  const pieces = new Set<number>()
  for (let at = 0; at < text.length; at++) {
    const piece = pieceAt(text, at)
    if (piece >= 0) pieces.add(piece)
    else if (isKanji(text.charCodeAt(at))) pieces.add(pieceNumber(text.charCodeAt(at)))
  }
  return Array.from(pieces, pieceName)
}

/** Whether a term of a query is found anywhere in a text, rather than as a word. */
export function isJapaneseTerm({ surface }: { readonly surface: string }): boolean {
  let japanese = false
  scanRuns(surface, {
    word: ignore,
    japaneseRun(start) {
      if (start === 0) japanese = true
    },
    phrase: ignore,
  })
  return japanese
}

/** Two characters where one says as much as a syllable or a word, three elsewhere; -1 where the text ends before. */
function pieceAt(text: string, at: number): number {
  const first = text.charCodeAt(at)
  if (first >= SYLLABLES_FROM) return at + 1 < text.length ? pieceNumber(first, text.charCodeAt(at + 1)) : -1
  return at + 2 < text.length ? pieceNumber(first, text.charCodeAt(at + 1), text.charCodeAt(at + 2)) : -1
}

/** Kana, kanji and Hangul. */
const SYLLABLES_FROM = 0x2e80

function isKanji(unit: number): boolean {
  return unit >= 0x3400 && unit <= 0x9fff
}

const PIECE_NUMBERS = 0x10000

/** Pieces that share a number look alike to the index: it then names a file too many, and never one too few. */
function pieceNumber(first: number, second = 0, third = 0): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77) ^ Math.imul(third, 0xc2b2ae3d)
  return (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 8) & (PIECE_NUMBERS - 1)
}

function pieceName(piece: number): string {
  return String.fromCharCode(piece)
}

/** Small numbers, each once: millions of pieces go through it. */
class PieceSet {
  readonly #has = new Uint8Array(PIECE_NUMBERS)
  readonly #added: number[] = []

  add(piece: number): void {
    if (this.#has[piece] === 1) return
    this.#has[piece] = 1
    this.#added.push(piece)
  }

  /** The names of all, and begins anew. */
  take(): string[] {
    const names = this.#added.map(pieceName)
    for (const piece of this.#added) this.#has[piece] = 0
    this.#added.length = 0
    return names
  }
}

function ignore(): void {}
