import { isJapaneseWord, isWordUnit } from '../analyse/scripts.ts'
import { sectionColumns } from '../index/kept-columns.ts'
import type { PreparedSection } from './section.ts'
import { forEachSentence, mayHold } from './section-text.ts'

/** So many first letters find a word; shorter beginnings are not looked for here. */
export const LETTERS_KEYED = 3

/** Of the word's first letters: words that begin alike have the same, and few others do. */
export function keyOf(word: string): number {
  let key = 0
  const letters = Math.min(LETTERS_KEYED, word.length)
  for (let at = 0; at < letters; at++) key = Math.imul(key ^ word.charCodeAt(at), 0x9e3779b1)
  return key ^ (key >>> 15)
}

/** Of a word: where it first stands, where it ends there, and where the list of its sentences begins. */
const COLUMNS = 3

/**
 * The words of a section, of scripts that write words apart, folded, by how they begin; and the sentences that each stands in.
 * A question asks for a few dozen of thousands: they stand in columns side by side, for what lies all over the memory costs more
 * to come by than to look at.
 */
export class SectionWords {
  /** The sentences of one word after the other. */
  readonly sentences: Uint32Array
  private readonly folded: string
  private readonly rows: Uint32Array
  /** By the lower bits of a key, the first word that has them; one more for the end. */
  private readonly slots: Uint32Array

  constructor({ folded, starts }: Pick<PreparedSection, 'folded' | 'starts'>) {
    const words = [...occurrences(folded, starts).values()]
    this.folded = folded
    this.slots = sectionColumns.uint32(2 ** Math.ceil(Math.log2(words.length + 1)) + 1)
    this.rows = sectionColumns.uint32((words.length + 1) * COLUMNS)
    this.sentences = sectionColumns.uint32(words.reduce((sum, { sentences }) => sum + sentences.length, 0))
    const mask = this.slots.length - 2
    for (const { key } of words) this.slots[(key & mask) + 1]!++
    for (let slot = 1; slot < this.slots.length; slot++) this.slots[slot]! += this.slots[slot - 1]!
    words.sort((a, b) => (a.key & mask) - (b.key & mask))
    let list = 0
    for (const [word, { start, end, sentences }] of words.entries()) {
      this.rows[word * COLUMNS] = start
      this.rows[word * COLUMNS + 1] = end
      this.rows[word * COLUMNS + 2] = list
      this.sentences.set(sentences, list)
      list += sentences.length
    }
    this.rows[words.length * COLUMNS + 2] = list
  }

  /** The first of the words that may have the key; those that do stand side by side. */
  firstOf(key: number): number {
    return this.slots[key & (this.slots.length - 2)]!
  }

  /** Behind the last of them. */
  endOf(key: number): number {
    return this.slots[(key & (this.slots.length - 2)) + 1]!
  }

  /** A beginning that is shorter than LETTERS_KEYED is a word of its own. */
  begins(word: number, beginning: string): boolean {
    const start = this.rows[word * COLUMNS]!
    const length = this.rows[word * COLUMNS + 1]! - start
    const isLong = beginning.length < LETTERS_KEYED ? length === beginning.length : length >= beginning.length
    return isLong && this.folded.startsWith(beginning, start)
  }

  textOf(word: number): string {
    return this.folded.slice(this.rows[word * COLUMNS]!, this.rows[word * COLUMNS + 1]!)
  }

  /** Where in `sentences` its own begin; those of the next one follow. */
  listOf(word: number): number {
    return this.rows[word * COLUMNS + 2]!
  }
}

/** Taken apart once a section, for as long as that is kept: every question asks for words by how they begin. */
const WORDS = new WeakMap<PreparedSection, SectionWords>()

export function wordsOf(section: PreparedSection): SectionWords {
  const known = WORDS.get(section)
  if (known !== undefined) return known
  const words = new SectionWords(section)
  WORDS.set(section, words)
  return words
}

interface Occurrence {
  readonly key: number
  readonly start: number
  readonly end: number
  readonly sentences: number[]
}

function occurrences(folded: string, starts: Uint32Array): Map<string, Occurrence> {
  const known = new Map<string, Occurrence>()
  let sentence = 0
  for (let at = 0; at < folded.length; at++) {
    if (!isWordUnit(folded.charCodeAt(at))) continue
    const start = at
    while (at < folded.length && isWordUnit(folded.charCodeAt(at))) at++
    while (starts[sentence + 1]! <= start) sentence++
    const text = folded.slice(start, at)
    const word = known.get(text)
    if (word === undefined) known.set(text, { key: keyOf(text), start, end: at, sentences: [sentence] })
    else if (word.sentences.at(-1) !== sentence) word.sentences.push(sentence)
  }
  return known
}

/** What words begin with. */
export interface Beginning {
  readonly text: string
  readonly key: number
  readonly isJapanese: boolean
}

export function beginningOf(text: string): Beginning {
  return { text, key: keyOf(text), isJapanese: isJapaneseWord(text) }
}

/**
 * The sentences, by their places, that hold at least so many words with these beginnings; Japanese is looked for anywhere. What is
 * shorter than LETTERS_KEYED would begin too many words: it is looked for as a word of its own.
 */
export function sentencesBeginning(section: PreparedSection, beginnings: readonly Beginning[], least: number): number[] {
  const needed = Math.max(1, least)
  const there = thoseIn(section, beginnings, needed)
  if (there.length < needed) return []
  COUNTS.begin(section.sentences.length)
  for (let place = 0; place < there.length; place++) {
    // Soon no sentence can hold enough any more.
    if (COUNTS.most + there.length - place < needed) return []
    const { beginning, first } = there[place]!
    COUNTS.next()
    if (beginning.isJapanese) countText(section, beginning.text, COUNTS)
    else countWords(section, { beginning, first }, COUNTS)
  }
  return COUNTS.most < needed ? [] : COUNTS.atLeast(needed)
}

/** The beginnings that the section may have at all; most sections are about something else, and lack so many that the others are not looked at. */
function thoseIn(section: PreparedSection, beginnings: readonly Beginning[], needed: number): FoundBeginning[] {
  const there: FoundBeginning[] = []
  for (let place = 0; place < beginnings.length; place++) {
    const beginning = beginnings[place]!
    const first = firstWith(section, beginning)
    if (first >= 0) there.push({ beginning, first })
    else if (there.length + beginnings.length - place - 1 < needed) break
  }
  return there
}

interface FoundBeginning {
  readonly beginning: Beginning
  /** The first word that begins so; 0 for Japanese, which has none. */
  readonly first: number
}

/** -1 where the section lacks it. */
function firstWith(section: PreparedSection, { text, key, isJapanese }: Beginning): number {
  if (isJapanese) return mayHold(section, text) ? 0 : -1
  const words = wordsOf(section)
  for (let word = words.firstOf(key), end = words.endOf(key); word < end; word++) if (words.begins(word, text)) return word
  return -1
}

/** How many of several things each sentence holds, however often it holds one. */
class Counts {
  /** The most that one sentence holds so far. */
  most = 0
  private counts = new Uint16Array(0)
  private last = new Uint16Array(0)
  private sentences = 0
  private thing = 0

  /** Starts anew, for so many sentences. */
  begin(sentences: number): void {
    this.most = 0
    this.thing = 0
    this.sentences = sentences
    if (sentences > this.counts.length) {
      this.counts = new Uint16Array(sentences * 2)
      this.last = new Uint16Array(sentences * 2)
      return
    }
    this.counts.fill(0, 0, sentences)
    this.last.fill(0, 0, sentences)
  }

  next(): void {
    this.thing++
  }

  add(sentence: number): void {
    if (this.last[sentence] === this.thing) return
    this.last[sentence] = this.thing
    const count = this.counts[sentence]! + 1
    this.counts[sentence] = count
    if (count > this.most) this.most = count
  }

  atLeast(least: number): number[] {
    const places: number[] = []
    for (let place = 0; place < this.sentences; place++) if (this.counts[place]! >= least) places.push(place)
    return places
  }
}

/** Counted at one go, claim by claim and section by section: the room is kept. */
const COUNTS = new Counts()

function countWords(section: PreparedSection, { beginning, first }: FoundBeginning, counts: Counts): void {
  const words = wordsOf(section)
  for (let word = first, end = words.endOf(beginning.key); word < end; word++) {
    if (word > first && !words.begins(word, beginning.text)) continue
    for (let at = words.listOf(word), last = words.listOf(word + 1); at < last; at++) counts.add(words.sentences[at]!)
  }
}

function countText(section: PreparedSection, text: string, counts: Counts): void {
  forEachSentence(section, text, (sentence) => counts.add(sentence))
}
