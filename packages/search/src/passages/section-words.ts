import { isJapaneseWord, isWordUnit } from '../analyse/scripts.ts'
import type { PreparedSection } from './section.ts'
import { forEachSentence, mayHold } from './section-text.ts'

/** A word of a section, folded, and the sentences it stands in. */
export interface SectionWord {
  readonly text: string
  readonly sentences: readonly number[]
}

/** So many first letters find a word; shorter beginnings are not looked for here. */
export const LETTERS_KEYED = 3

/** Words by their first letters. */
type Words = ReadonlyMap<string, readonly SectionWord[]>

/** Taken apart once a section, for as long as that is kept: every question asks for words by how they begin. */
const WORDS = new WeakMap<PreparedSection, Words>()

/** Words that begin like this one are under the same key. */
export function keyOf(word: string): string {
  return word.slice(0, LETTERS_KEYED)
}

/** The words under a key, of scripts that write words apart. */
export function wordsKeyed(section: PreparedSection, key: string): readonly SectionWord[] {
  return (WORDS.get(section) ?? readWords(section)).get(key) ?? NONE
}

const NONE: readonly SectionWord[] = []

/**
 * The sentences, by their places, that hold at least so many words with these beginnings; Japanese is looked for anywhere. What is
 * shorter than LETTERS_KEYED would begin too many words: it is looked for as a word of its own.
 */
export function sentencesBeginning(section: PreparedSection, beginnings: readonly string[], least: number): number[] {
  const needed = Math.max(1, least)
  const there = thoseIn(section, beginnings, needed)
  if (there.length < needed) return []
  COUNTS.begin(section.sentences.length)
  for (let place = 0; place < there.length; place++) {
    // Soon no sentence can hold enough any more.
    if (COUNTS.most + there.length - place < needed) return []
    const beginning = there[place]!
    COUNTS.next()
    if (isJapaneseWord(beginning)) countText(section, beginning, COUNTS)
    else countWords(section, beginning, COUNTS)
  }
  return COUNTS.most < needed ? [] : COUNTS.atLeast(needed)
}

/** The beginnings that the section may have at all; most sections are about something else, and lack so many that the others are not looked at. */
function thoseIn(section: PreparedSection, beginnings: readonly string[], needed: number): string[] {
  const there: string[] = []
  for (let place = 0; place < beginnings.length; place++) {
    const beginning = beginnings[place]!
    if (mayBegin(section, beginning)) there.push(beginning)
    else if (there.length + beginnings.length - place - 1 < needed) break
  }
  return there
}

function mayBegin(section: PreparedSection, beginning: string): boolean {
  if (isJapaneseWord(beginning)) return mayHold(section, beginning)
  return wordsKeyed(section, keyOf(beginning)).some(({ text }) => text.startsWith(beginning))
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

function countWords(section: PreparedSection, beginning: string, counts: Counts): void {
  for (const { text, sentences } of wordsKeyed(section, keyOf(beginning))) {
    if (!text.startsWith(beginning)) continue
    for (let at = 0; at < sentences.length; at++) counts.add(sentences[at]!)
  }
}

function countText(section: PreparedSection, text: string, counts: Counts): void {
  forEachSentence(section, text, (sentence) => counts.add(sentence))
}

function readWords(section: PreparedSection): Words {
  const { folded, starts } = section
  const known = new Map<string, number[]>()
  const words = new Map<string, SectionWord[]>()
  let sentence = 0
  for (let at = 0; at < folded.length; at++) {
    if (!isWordUnit(folded.charCodeAt(at))) continue
    const start = at
    while (at < folded.length && isWordUnit(folded.charCodeAt(at))) at++
    while (starts[sentence + 1]! <= start) sentence++
    const text = folded.slice(start, at)
    const sentences = known.get(text)
    if (sentences === undefined) addWord({ known, words }, { text, sentence })
    else if (sentences.at(-1) !== sentence) sentences.push(sentence)
  }
  WORDS.set(section, words)
  return words
}

function addWord(
  { known, words }: { readonly known: Map<string, number[]>; readonly words: Map<string, SectionWord[]> },
  { text, sentence }: { readonly text: string; readonly sentence: number },
): void {
  const sentences = [sentence]
  known.set(text, sentences)
  const key = keyOf(text)
  const alike = words.get(key)
  if (alike === undefined) words.set(key, [{ text, sentences }])
  else alike.push({ text, sentences })
}
