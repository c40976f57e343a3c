import { GRAM_LENGTH } from '../analyse/analyse.ts'
import type { GuessedLanguage } from '../analyse/language.ts'
import { isJapaneseWord } from '../analyse/scripts.ts'
import { stemIn } from '../analyse/stems.ts'
import type { Numbers, Steps } from '../index/binary.ts'
import type { NumberList } from '../index/growable.ts'
import type { NewNumbers } from '../index/renumbering.ts'
import { PartReader, prefixed } from '../index/saved.ts'
import type { TermTable } from '../index/term-table.ts'
import { LATIN_LANGUAGES, type LatinCode, STOP_WORDS } from '../languages/registry.ts'
import { PieceIndex } from './piece-index.ts'
import { SimilarWordIndex, type SimilarWords } from './similar-words.ts'

/** What a word is, as bits: grammar of the languages by their place, and of Japanese. */
const STOP_BIT: ReadonlyMap<GuessedLanguage, number> = new Map(LATIN_LANGUAGES.map(({ code }, place) => [code, 1 << place]))
const STOP_LATIN = 2 ** LATIN_LANGUAGES.length - 1
export const STOP_JAPANESE = 2 ** 16

/** Whether a word with these flags is grammar in a text of the language; of an unknown one, when it is in more than one. */
export function isStopIn(language: GuessedLanguage, flags: number): boolean {
  if (language !== 'unknown') return (flags & STOP_BIT.get(language)!) !== 0
  const stops = flags & STOP_LATIN
  return (stops & (stops - 1)) !== 0
}

/** Longer words (hashes, encoded data) are words, but have neither stems nor similar words. */
const MAX_STEMMED = 40
/** What was found for so many words is remembered: the words of one subject are asked for again and again. */
const REMEMBERED = 8_000
/** Words that are taken in between two pauses. */
const STEP = 256

/**
 * The words of a corpus as they are written (folded), and three ways from one word to others: the same stem, a shared
 * piece of four letters, shared letter pairs. Because documents are indexed by written words, nothing about a document
 * depends on the language it was taken for, and pieces need no postings of their own.
 */
export class Vocabulary {
  private readonly words: TermTable
  private readonly flags: NumberList
  /** By language that the texts speak: from stems to words. English is always there, for its words are in texts of all languages. */
  private readonly stems = new Map<LatinCode, StemIndex>()
  private readonly grams: PieceIndex
  private readonly alike: SimilarWordIndex
  private readonly knownSimilar = new Map<string, SimilarWords>()
  private readonly knownForms = new Map<GuessedLanguage, Map<string, readonly number[]>>()

  constructor(reader = new PartReader()) {
    this.words = reader.terms('words')
    this.flags = reader.numbers('flags')
    for (const { code, stem } of LATIN_LANGUAGES) {
      if (code === 'en' || reader.has(`stems.${code}.`))
        this.stems.set(code, { stem, pieces: new PieceIndex(`stems.${code}`, reader) })
    }
    this.grams = new PieceIndex('grams', reader)
    this.alike = new SimilarWordIndex(this.words, reader)
  }

  get size(): number {
    return this.words.size
  }

  get byteSize(): number {
    const { words, flags, grams, alike } = this
    const stems = this.stems.values().reduce((sum, { pieces }) => sum + pieces.byteSize, 0)
    return words.byteSize + flags.data.byteLength + stems + grams.byteSize + alike.byteSize
  }

  /** Some text is of this language: from now on words are found by their stems in it too. Of an unknown one it may be any. */
  *speak(language: GuessedLanguage): Steps<void> {
    for (const { code, stem } of LATIN_LANGUAGES) {
      if (this.stems.has(code) || (language !== code && language !== 'unknown')) continue
      const pieces = new PieceIndex(`stems.${code}`, new PartReader())
      for (let id = 0; id < this.words.size; id++) {
        if (id % STEP === 0) yield
        const word = this.words.term(id)
        if (isStemmed(word)) addStem(pieces, id, { word, stem: stem(word) })
      }
      this.stems.set(code, { stem, pieces })
      this.forgetFound()
    }
  }

  /** A vocabulary of the same languages with the words whose new number is not -1: they get the next numbers, in their order. */
  *kept(numbers: NewNumbers): Steps<Vocabulary> {
    const vocabulary = new Vocabulary()
    for (const [code, { stem }] of this.stems) {
      if (!vocabulary.stems.has(code))
        vocabulary.stems.set(code, { stem, pieces: new PieceIndex(`stems.${code}`, new PartReader()) })
    }
    for (let id = 0; id < this.words.size; id++) {
      if (id % STEP === 0) yield
      if (numbers[id]! >= 0) vocabulary.intern(this.words.term(id))
    }
    return vocabulary
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
  formsOf(word: string, language: GuessedLanguage): readonly number[] {
    const asked = this.isOneOfMany(language) ? language : 'unknown'
    const known = this.knownForms.get(asked) ?? new Map<string, readonly number[]>()
    this.knownForms.set(asked, known)
    return remembered(known, word, () => this.findForms(word, asked))
  }

  /** Whether some text is of a language in which its words have no forms; else they have those of an unknown one. */
  private isOneOfMany(language: GuessedLanguage): boolean {
    for (const code of this.stems.keys()) if (!hasFormsIn(code, language)) return true
    return false
  }

  /** Forms of the two words written as one: only where some word has the letters by which they would meet. */
  compoundsOf(first: string, second: string, language: GuessedLanguage): readonly number[] {
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
  similarWords(word: string): SimilarWords {
    return remembered(this.knownSimilar, word, () => this.alike.find(word))
  }

  /** What to save, a part at a time. */
  parts(): readonly (() => Record<string, Numbers>)[] {
    return [
      () => ({ ...prefixed<Numbers>('words', { ...this.words.save() }), flags: this.flags.values() }),
      ...[...this.stems.values().map(({ pieces }) => pieces), this.grams, this.alike].map((index) => () => index.save()),
    ]
  }

  private findForms(word: string, language: GuessedLanguage): readonly number[] {
    const forms = present(this.words.find(word))
    if (isJapaneseWord(word)) return forms
    for (const [code, { pieces }] of this.stems) {
      if (hasFormsIn(code, language)) this.addWithStem(forms, word, { code, pieces })
    }
    return forms
  }

  /** A word that is its own stem is not listed under it: most rare words are, and the table of words knows them already. */
  private addWithStem(forms: number[], word: string, { code, pieces }: StemLookUp): void {
    const stem = stemIn(code, word)
    if (stemIn(code, stem) === stem) addMissing(forms, present(this.words.find(stem)))
    addMissing(forms, pieces.wordsOf(pieces.find(stem)))
  }

  private described(id: number): number {
    if (id === this.flags.length) this.describe(id, this.words.term(id))
    return id
  }

  private describe(id: number, word: string): void {
    this.forgetFound()
    const japanese = isJapaneseWord(word)
    this.flags.push(japanese ? japaneseFlags(word) : latinFlags(word))
    if (word.length > MAX_STEMMED) return
    this.alike.add(id, word)
    if (japanese) return
    for (const { pieces, stem } of this.stems.values()) addStem(pieces, id, { word, stem: stem(word) })
    this.grams.addWindows(id, word, GRAM_LENGTH)
  }

  /** A new word may be a form of one that was asked for. Emptying a map costs more than asking whether it is empty. */
  private forgetFound(): void {
    const { knownSimilar, knownForms } = this
    if (knownSimilar.size > 0) knownSimilar.clear()
    if (knownForms.size > 0) knownForms.clear()
  }
}

interface StemIndex {
  readonly stem: (word: string) => string
  readonly pieces: PieceIndex
}

function isStemmed(word: string): boolean {
  return word.length <= MAX_STEMMED && !isJapaneseWord(word)
}

/** Not for a word that is its own stem: `addWithStem` knows it from the table of words. */
function addStem(pieces: PieceIndex, id: number, { word, stem }: { readonly word: string; readonly stem: string }): void {
  if (stem !== word) pieces.add(id, stem)
}

/** Manuals of all languages are full of English words with English plurals; the reverse is rare. */
function hasFormsIn(code: LatinCode, language: GuessedLanguage): boolean {
  return code === 'en' || code === language || language === 'unknown'
}

interface StemLookUp {
  readonly code: LatinCode
  readonly pieces: PieceIndex
}

function japaneseFlags(word: string): number {
  return STOP_WORDS.ja.has(word) ? STOP_JAPANESE : 0
}

function latinFlags(word: string): number {
  let flags = 0
  for (const [place, { code }] of LATIN_LANGUAGES.entries()) if (STOP_WORDS[code].has(word)) flags |= 1 << place
  return flags
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
