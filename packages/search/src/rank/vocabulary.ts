import { GRAM_LENGTH } from '../analyse/analyse.ts'
import { stemEnglish } from '../analyse/english.ts'
import { isJapanese, scriptOf } from '../analyse/scripts.ts'
import { stemSpanish } from '../analyse/spanish.ts'
import { ENGLISH_STOP_WORDS, JAPANESE_STOP_WORDS, SPANISH_STOP_WORDS } from '../analyse/stop-words.ts'
import type { NumberList } from '../index/growable.ts'
import { PartReader, prefixed } from '../index/saved.ts'
import type { TermTable } from '../index/term-table.ts'
import { PieceIndex } from './piece-index.ts'

/** What a word is, as bits. */
export const STOP_ENGLISH = 1
export const STOP_SPANISH = 2
export const STOP_JAPANESE = 4
export const JAPANESE_WORD = 8

/** Longer words (hashes, encoded data) are words, but have neither stems nor look-alikes. */
const MAX_STEMMED = 40
/** Below this Dice coefficient two words do not look alike. */
const LEAST_LIKENESS = 0.5
/** Look-alikes are remembered for so many words: the words of one subject are asked for again and again. */
const REMEMBERED = 8_000
/** Padding that makes a word's first and last letter a pair of their own. */
const EDGE = '\u0000'

/** Words and how like they are, in two columns. */
export interface LookAlikes {
  readonly words: readonly number[]
  readonly likenesses: readonly number[]
}

/**
 * The words of a corpus as they are written (folded), and three ways from one word to others: the same stem, a shared
 * piece of four letters, shared letter pairs. Because documents are indexed by written words, nothing about a document
 * depends on the language it was taken for, and pieces need no postings of their own.
 */
export class Vocabulary {
  private readonly words: TermTable
  private readonly flags: NumberList
  private readonly english: PieceIndex
  private readonly spanish: PieceIndex
  private readonly grams: PieceIndex
  private readonly pairs: PieceIndex
  private readonly remembered = new Map<string, LookAlikes>()

  constructor(reader = new PartReader()) {
    this.words = reader.terms('words')
    this.flags = reader.numbers('flags')
    this.english = new PieceIndex('english', reader)
    this.spanish = new PieceIndex('spanish', reader)
    this.grams = new PieceIndex('grams', reader)
    this.pairs = new PieceIndex('pairs', reader)
  }

  get size(): number {
    return this.words.size
  }

  get byteSize(): number {
    const { words, flags, english, spanish, grams, pairs } = this
    return words.byteSize + flags.data.byteLength + english.byteSize + spanish.byteSize + grams.byteSize + pairs.byteSize
  }

  /** The number of the folded word `text[start, end)`. */
  intern(text: string, start = 0, end = text.length): number {
    const id = this.words.intern(text, start, end)
    if (id === this.flags.length) this.describe(id, text.slice(start, end))
    return id
  }

  find(word: string): number {
    return this.words.find(word)
  }

  flagsOf(word: number): number {
    return this.flags.data[word]!
  }

  lengthOf(word: number): number {
    return this.words.lengthOf(word)
  }

  /** Words with this stem, in a language's own sense of stem. */
  withStem(stem: string, language: 'en' | 'es'): number[] {
    return (language === 'en' ? this.english : this.spanish).wordsOf(stem)
  }

  withGram(gram: string): number[] {
    return this.grams.wordsOf(gram)
  }

  /** Words that look like this one, with the Dice coefficient of their letter pairs, from LEAST_LIKENESS up. */
  lookAlikes(word: string): LookAlikes {
    const known = this.remembered.get(word)
    if (known !== undefined) return known
    if (this.remembered.size >= REMEMBERED) this.remembered.clear()
    const alike = this.findLookAlikes(word, LEAST_LIKENESS)
    if (word.length <= MAX_STEMMED) this.remembered.set(word, alike)
    return alike
  }

  save(): Record<string, Uint8Array | Uint16Array | Uint32Array | Int32Array> {
    return {
      ...prefixed<Uint16Array | Uint32Array | Int32Array>('words', { ...this.words.save() }),
      flags: this.flags.values(),
      ...this.english.save(),
      ...this.spanish.save(),
      ...this.grams.save(),
      ...this.pairs.save(),
    }
  }

  private findLookAlikes(word: string, least: number): LookAlikes {
    const pairs = pairsOf(word)
    const words: number[] = []
    const likenesses: number[] = []
    // With fewer pairs in common than this, no word is short enough to be alike.
    const needed = Math.ceil((pairs.size * least) / (2 - least))
    const visit = (id: number, shared: number): void => {
      // A pair that the other word has twice counts twice in its length only: it then seems a little less alike.
      const dice = (2 * shared) / (pairs.size + this.words.lengthOf(id) + 1)
      if (dice < least) return
      words.push(id)
      likenesses.push(Math.min(1, dice))
    }
    this.pairs.visitSharing(pairs, { least: needed, visit })
    return { words, likenesses }
  }

  private describe(id: number, word: string): void {
    this.remembered.clear()
    const japanese = isJapanese(scriptOf(word.charCodeAt(0)))
    this.flags.push(japanese ? JAPANESE_WORD | (JAPANESE_STOP_WORDS.has(word) ? STOP_JAPANESE : 0) : latinFlags(word))
    if (word.length > MAX_STEMMED) return
    this.pairs.addWindows(id, EDGE + word + EDGE, 2)
    if (japanese) return
    this.english.add(id, stemEnglish(word))
    this.spanish.add(id, stemSpanish(word))
    this.grams.addWindows(id, word, GRAM_LENGTH)
  }
}

function latinFlags(word: string): number {
  return (ENGLISH_STOP_WORDS.has(word) ? STOP_ENGLISH : 0) | (SPANISH_STOP_WORDS.has(word) ? STOP_SPANISH : 0)
}

function pairsOf(word: string): Set<string> {
  const padded = EDGE + word + EDGE
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < padded.length; at++) pairs.add(padded.slice(at, at + 2))
  return pairs
}
