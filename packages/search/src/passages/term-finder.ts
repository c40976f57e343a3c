import { isJapanese, isWordUnit, scriptOf } from '../analyse/scripts.ts'
import { isFormOf } from '../analyse/stems.ts'
import type { QuestionTerm } from './question.ts'
import type { PreparedSection } from './section.ts'
import { forEachSentence } from './section-text.ts'
import { keyOf, LETTERS_KEYED, wordsOf } from './section-words.ts'

/** The word in another form counts nearly as much; the exact one goes first. */
const INFLECTED = 0.9

/** Whether so much of a term is the word, not only one that looks like it. */
export function isWord(strength: number): boolean {
  return strength > INFLECTED - 0.01
}

/** A word that only looks like it counts by its likeness, times this. */
const ALIKE = 0.6
/** Dice similarity of letter pairs from which two words look alike. */
const LEAST_ALIKE = 0.6
/** Words that look alike begin alike: long ones with so many letters, short ones with one less. */
const ANCHOR_LETTERS = 4
const LONG_WORD = 6

/** Where the strengths of one term stand in a table: the first sentence's, and how far it is to the next one's. */
export interface Column {
  readonly strengths: Float32Array
  readonly first: number
  readonly step: number
  /** By sentence, set where it may hold something: most hold nothing, and their rows need not be read. */
  readonly holds: Uint8Array
}

/** Finds one term of a question in sections. What it learns of a word it keeps. */
export class TermFinder {
  private readonly term: QuestionTerm
  private readonly anchor: string
  private readonly key: number
  /** What its forms begin with: a stemmer changes no more than the last letter of what it leaves. */
  private readonly beginnings: readonly string[]
  private readonly known = new Map<string, number>()
  /** Pairs of a Japanese word's letters: where the word itself is not, pieces of it may be. */
  private readonly pairs: readonly string[]
  /** Pairs of its letters, for words that look like it. */
  private letters: readonly number[] | undefined

  constructor(term: QuestionTerm) {
    this.term = term
    this.anchor = term.surface.slice(0, ANCHOR_LETTERS - (term.surface.length < LONG_WORD ? 1 : 0))
    this.key = keyOf(this.anchor)
    this.beginnings = term.stems.map((stem) => stem.slice(0, -1))
    this.pairs = term.isJapanese ? pairsOf(term.surface) : []
  }

  /** By sentence, how much of the term stands there: 1 for the word itself. */
  strengths(section: PreparedSection): Float32Array {
    const count = section.sentences.length
    const strengths = new Float32Array(count)
    this.find(section, { strengths, first: 0, step: 1, holds: new Uint8Array(count) })
    return strengths
  }

  /** The same into a table of several terms, which holds nothing of this one yet. */
  find(section: PreparedSection, column: Column): void {
    if (this.term.isJapanese) this.findJapanese(section, column)
    else if (this.anchor.length < LETTERS_KEYED) this.scanLatin(section, column)
    else this.findLatin(section, column)
  }

  private findJapanese(section: PreparedSection, { strengths, first, step, holds }: Column): void {
    const { pairs } = this
    const { surface } = this.term
    if (pairs.length > 1) {
      const part = ALIKE / pairs.length
      for (const pair of pairs)
        forEachSentence(section, pair, (sentence) => {
          strengths[first + sentence * step]! += part
          holds[sentence] = 1
        })
      // Less than half of a word is another word.
      for (let at = first; at < strengths.length; at += step) if (strengths[at]! < (ALIKE - 0.01) / 2) strengths[at] = 0
    }
    forEachSentence(section, surface, (sentence) => {
      strengths[first + sentence * step] = 1
      holds[sentence] = 1
    })
  }

  private findLatin(section: PreparedSection, { strengths, first, step, holds }: Column): void {
    const words = wordsOf(section)
    for (let word = words.firstOf(this.key), end = words.endOf(this.key); word < end; word++) {
      const strength = words.begins(word, this.anchor) ? this.strengthOf(words.textOf(word)) : 0
      if (strength === 0) continue
      for (let at = words.listOf(word), last = words.listOf(word + 1); at < last; at++) {
        const sentence = words.sentences[at]!
        const cell = first + sentence * step
        if (strength > strengths[cell]!) strengths[cell] = strength
        holds[sentence] = 1
      }
    }
  }

  /** For words of one or two letters. */
  private scanLatin({ folded, starts }: PreparedSection, { strengths, first, step, holds }: Column): void {
    const { anchor } = this
    let sentence = 0
    for (let at = folded.indexOf(anchor); at >= 0; at = folded.indexOf(anchor, at + 1)) {
      if (at > 0 && isWordUnit(folded.charCodeAt(at - 1))) continue
      let end = at + anchor.length
      while (end < folded.length && isWordUnit(folded.charCodeAt(end))) end++
      const strength = this.strengthOf(folded.slice(at, end))
      if (strength === 0) continue
      while (starts[sentence + 1]! <= at) sentence++
      const cell = first + sentence * step
      if (strength > strengths[cell]!) strengths[cell] = strength
      holds[sentence] = 1
    }
  }

  private strengthOf(word: string): number {
    const known = this.known.get(word)
    if (known !== undefined) return known
    const strength = this.compare(word)
    this.known.set(word, strength)
    return strength
  }

  private compare(word: string): number {
    const { surface } = this.term
    if (word === surface) return 1
    if (this.beginnings.some((beginning) => word.startsWith(beginning)) && isFormOf(this.term, word)) return INFLECTED
    // The longer of two words has more pairs than the shorter can share.
    if (2 * Math.min(surface.length, word.length) < LEAST_ALIKE * (surface.length + word.length)) return 0
    this.letters ??= letterPairs(surface)
    const likeness = diceOf(this.letters, word)
    return likeness >= LEAST_ALIKE ? ALIKE * likeness : 0
  }
}

function pairsOf(word: string): string[] {
  const pairs: string[] = []
  for (let at = 0; at + 2 <= word.length; at++) {
    // Pairs of hiragana are endings.
    if (isJapanese(scriptOf(word.charCodeAt(at))) && !(isHiragana(word, at) && isHiragana(word, at + 1))) {
      pairs.push(word.slice(at, at + 2))
    }
  }
  return [...new Set(pairs)]
}

function isHiragana(word: string, at: number): boolean {
  const code = word.charCodeAt(at)
  return code >= 0x3041 && code <= 0x309f
}

function diceOf(pairs: readonly number[], word: string): number {
  if (pairs.length === 0 || word.length < 2) return 0
  const left = pairs.slice()
  let shared = 0
  for (let at = 0; at + 2 <= word.length; at++) {
    const place = left.indexOf(pairAt(word, at))
    if (place < 0) continue
    left[place] = -1
    shared++
  }
  return (2 * shared) / (pairs.length + word.length - 1)
}

function letterPairs(word: string): number[] {
  const pairs: number[] = []
  for (let at = 0; at + 2 <= word.length; at++) pairs.push(pairAt(word, at))
  return pairs
}

/** Two letters as one number. */
function pairAt(word: string, at: number): number {
  return word.charCodeAt(at) * 0x10000 + word.charCodeAt(at + 1)
}
