import { GRAM_LENGTH } from '../analyse/analyse.ts'
import { stemEnglish } from '../analyse/english.ts'
import type { LatinLanguage } from '../analyse/language.ts'
import { isJapanese, scriptOf } from '../analyse/scripts.ts'
import { stemSpanish } from '../analyse/spanish.ts'
import { stemsOf } from '../analyse/stems.ts'
import { ENGLISH_STOP_WORDS, JAPANESE_STOP_WORDS, SPANISH_STOP_WORDS } from '../analyse/stop-words.ts'
import type { Numbers } from '../index/binary.ts'
import type { NumberList } from '../index/growable.ts'
import { PartReader, prefixed } from '../index/saved.ts'
import type { TermTable } from '../index/term-table.ts'
import { LookAlikeIndex, type LookAlikes } from './look-alikes.ts'
import { PieceIndex } from './piece-index.ts'

/** What a word is, as bits. */
export const STOP_ENGLISH = 1
export const STOP_SPANISH = 2
export const STOP_JAPANESE = 4
export const JAPANESE_WORD = 8

/** Longer words (hashes, encoded data) are words, but have neither stems nor look-alikes. */
const MAX_STEMMED = 40
/** What was found for so many words is remembered: the words of one subject are asked for again and again. */
const REMEMBERED = 8_000

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
  private readonly alike: LookAlikeIndex
  private readonly knownAlike = new Map<string, LookAlikes>()
  private readonly knownForms = { en: new Map<string, readonly number[]>(), other: new Map<string, readonly number[]>() }

  constructor(reader = new PartReader()) {
    this.words = reader.terms('words')
    this.flags = reader.numbers('flags')
    this.english = new PieceIndex('english', reader)
    this.spanish = new PieceIndex('spanish', reader)
    this.grams = new PieceIndex('grams', reader)
    this.alike = new LookAlikeIndex(this.words, reader)
  }

  get size(): number {
    return this.words.size
  }

  get byteSize(): number {
    const { words, flags, english, spanish, grams, alike } = this
    return words.byteSize + flags.data.byteLength + english.byteSize + spanish.byteSize + grams.byteSize + alike.byteSize
  }

  /** The number of the folded word `text[start, end)`. */
  intern(text: string, start = 0, end = text.length): number {
    return this.described(this.words.intern(text, start, end))
  }

  /** The same for who has the letters in an array. */
  internUnits(letters: Uint16Array, start: number, end: number): number {
    return this.described(this.words.internUnits(letters, start, end))
  }

  /** Of a folded word that is known; -1 otherwise. */
  numberOf(word: string): number {
    return this.words.find(word)
  }

  flagsOf(word: number): number {
    return this.flags.data[word]!
  }

  lengthOf(word: number): number {
    return this.words.lengthOf(word)
  }

  /** The words that are this one in some form: written the same, or with the same stem. */
  formsOf(word: string, language: LatinLanguage): readonly number[] {
    return remembered(language === 'en' ? this.knownForms.en : this.knownForms.other, word, () => this.findForms(word, language))
  }

  /** Forms of the two words written as one: only where some word has the letters by which they would meet. */
  compoundsOf(first: string, second: string, language: LatinLanguage): readonly number[] {
    const word = first + second
    const meeting = first.length - GRAM_LENGTH / 2
    return this.mayHoldAt(word, meeting - 1) && this.mayHoldAt(word, meeting) ? this.findForms(word, language) : NO_WORDS
  }

  /** Whether some word has the piece that begins here; a piece that is not whole says nothing. */
  private mayHoldAt(word: string, start: number): boolean {
    return start < 0 || start + GRAM_LENGTH > word.length || this.grams.find(word, start, start + GRAM_LENGTH) >= 0
  }

  /** The pieces of a word that other words have as well, by number. */
  gramsOf(word: string): number[] {
    if (word.length <= GRAM_LENGTH) return present(this.grams.find(word))
    const grams: number[] = []
    for (let end = GRAM_LENGTH; end <= word.length; end++) {
      const gram = this.grams.find(word, end - GRAM_LENGTH, end)
      if (gram >= 0) grams.push(gram)
    }
    return grams
  }

  withGram(gram: number): readonly number[] {
    return this.grams.wordsOf(gram)
  }

  /** Words that look like this one. */
  lookAlikes(word: string): LookAlikes {
    return remembered(this.knownAlike, word, () => this.alike.find(word))
  }

  /** What to save, a part at a time. */
  parts(): readonly (() => Record<string, Numbers>)[] {
    return [
      () => ({ ...prefixed<Numbers>('words', { ...this.words.save() }), flags: this.flags.values() }),
      ...[this.english, this.spanish, this.grams, this.alike].map((index) => () => index.save()),
    ]
  }

  private findForms(word: string, language: LatinLanguage): readonly number[] {
    const forms = present(this.words.find(word))
    if (isJapanese(scriptOf(word.charCodeAt(0)))) return forms
    // Spanish manuals are full of English words with English plurals; the reverse is rare.
    const { english, spanish } = stemsOf(word)
    this.addWithStem(forms, english, { pieces: this.english, isOwnStem: stemsOf(english).english === english })
    if (language !== 'en')
      this.addWithStem(forms, spanish, { pieces: this.spanish, isOwnStem: stemsOf(spanish).spanish === spanish })
    return forms
  }

  /** A word that is its own stem is not listed under it: most rare words are, and the table of words knows them already. */
  private addWithStem(forms: number[], stem: string, { pieces, isOwnStem }: StemLookUp): void {
    if (isOwnStem) addMissing(forms, present(this.words.find(stem)))
    addMissing(forms, pieces.wordsOf(pieces.find(stem)))
  }

  private described(id: number): number {
    if (id === this.flags.length) this.describe(id, this.words.term(id))
    return id
  }

  private describe(id: number, word: string): void {
    this.forgetFound()
    const japanese = isJapanese(scriptOf(word.charCodeAt(0)))
    this.flags.push(japanese ? JAPANESE_WORD | (JAPANESE_STOP_WORDS.has(word) ? STOP_JAPANESE : 0) : latinFlags(word))
    if (word.length > MAX_STEMMED) return
    this.alike.add(id, word)
    if (japanese) return
    const english = stemEnglish(word)
    const spanish = stemSpanish(word)
    if (english !== word) this.english.add(id, english)
    if (spanish !== word) this.spanish.add(id, spanish)
    this.grams.addWindows(id, word, GRAM_LENGTH)
  }

  /** A new word may be a form of one that was asked for. Emptying a map costs more than asking whether it is empty. */
  private forgetFound(): void {
    const { knownAlike, knownForms } = this
    if (knownAlike.size > 0) knownAlike.clear()
    if (knownForms.en.size > 0) knownForms.en.clear()
    if (knownForms.other.size > 0) knownForms.other.clear()
  }
}

interface StemLookUp {
  readonly pieces: PieceIndex
  readonly isOwnStem: boolean
}

function latinFlags(word: string): number {
  return (ENGLISH_STOP_WORDS.has(word) ? STOP_ENGLISH : 0) | (SPANISH_STOP_WORDS.has(word) ? STOP_SPANISH : 0)
}

/** Kept in `known` unless it is one of the longest. */
function remembered<T>(known: Map<string, T>, word: string, find: () => T): T {
  const answer = known.get(word)
  if (answer !== undefined) return answer
  const found = find()
  if (word.length > MAX_STEMMED) return found
  if (known.size >= REMEMBERED) known.clear()
  known.set(word, found)
  return found
}

/** A stem has a few words at most. */
function addMissing(ids: number[], more: readonly number[]): void {
  for (const id of more) if (!ids.includes(id)) ids.push(id)
}

function present(id: number): number[] {
  return id < 0 ? [] : [id]
}

const NO_WORDS: readonly number[] = []
