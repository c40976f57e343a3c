import { isAsciiWordUnit } from '../ascii.ts'
import { isSeparator, withoutSeparators } from './loose.ts'
import type { LooseText } from './loose-text.ts'
import { appended, hashOf, RUN, type RunFilter, runOf } from './run-filter.ts'

/**
 * Which of the words stand loosely in a comparable text, by their place: with separators inside, or most of their pieces (letter
 * pairs of Japanese, runs of four of Latin words: as in the ranker's second channel). Made once per query, used on hundreds of nodes.
 */
export function createLooseMatcher(surfaces: readonly string[]): LooseTest {
  const pieces = new LatinPieces(surfaces)
  const tests = surfaces.map((surface, word) => (isLatin(surface) ? latinTest(surface, word, pieces) : japaneseTest(surface)))
  return (loose) => {
    pieces.look(loose)
    const held: number[] = []
    for (let word = 0; word < tests.length; word++) if (tests[word]!(loose)) held.push(word)
    return held
  }
}

export type LooseTest = (loose: LooseText) => number[]

function isLatin(word: string): boolean {
  return isAsciiWordUnit(word.charCodeAt(0))
}

type Test = (loose: LooseText) => boolean

/** Inside other words a shorter one stands by chance. */
const MIN_LOOSE = 4
/** Words of fewer pieces have too few to tell. */
const MIN_PIECES = 3
/** So many of a compound's pieces stand in the text: it is likely there in another form. */
const PIECE_SHARE = 0.6
const PAIR = 2

function mayMiss(pieces: number): number {
  return pieces < MIN_PIECES ? -1 : Math.floor(pieces * (1 - PIECE_SHARE))
}

/** To be asked about the text that the pieces were looked for in last. */
function latinTest(surface: string, word: number, pieces: LatinPieces): Test {
  if (surface.length < MIN_LOOSE) return () => false
  const isBroken = brokenTest(surface)
  return (loose) => pieces.areEnough(word) || isBroken(loose)
}

function japaneseTest(surface: string): Test {
  const isBroken = brokenTest(surface)
  const pairs = Array.from({ length: Math.max(0, surface.length - PAIR + 1) }, (_, at) => surface.slice(at, at + PAIR))
  return (loose) => isBroken(loose) || sharesPairs(loose.text, pairs)
}

function sharesPairs(text: string, pairs: readonly string[]): boolean {
  let missing = mayMiss(pairs.length)
  if (missing < 0) return false
  for (const pair of pairs) if (!text.includes(pair) && --missing < 0) return false
  return true
}

/** The word with separators in it: without them it is whole. */
function brokenTest(surface: string): Test {
  const whole = withoutSeparators(surface)
  const middle = Math.ceil(surface.length / 2)
  const halves = [surface.slice(0, middle), surface.slice(middle)] as const
  const runs = runsOf(whole)
  return (loose) => mayHold(loose, runs) && loose.compact.includes(whole) && holdsBroken(loose.text, halves)
}

/** All runs of a word; Japanese letters are one to the filter, and have none. */
function runsOf(word: string): number[] {
  const count = isLatin(word) ? Math.max(0, word.length - RUN + 1) : 0
  return Array.from({ length: count }, (_, start) => runOf(word.slice(start, start + RUN)))
}

function mayHold(loose: LooseText, runs: readonly number[]): boolean {
  for (let run = 0; run < runs.length; run++) if (!loose.compactRuns.mayHold(runs[run]!)) return false
  return true
}

/** A cut leaves one of its halves whole, and the other goes on from there. */
function holdsBroken(text: string, [first, second]: readonly [first: string, second: string]): boolean {
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    if (goesOn(text, { from: at + first.length, word: second })) return true
  }
  if (second === '') return false
  for (let at = text.indexOf(second); at !== -1; at = text.indexOf(second, at + 1)) {
    if (goesBack(text, { from: at, word: first })) return true
  }
  return false
}

interface Rest {
  readonly from: number
  readonly word: string
}

function goesOn(text: string, { from, word }: Rest): boolean {
  let at = from
  for (let letter = 0; letter < word.length; letter++, at++) {
    while (isSeparator(text.charCodeAt(at))) at++
    if (text.charCodeAt(at) !== word.charCodeAt(letter)) return false
  }
  return true
}

function goesBack(text: string, { from, word }: Rest): boolean {
  let at = from - 1
  for (let letter = word.length - 1; letter >= 0; letter--, at--) {
    while (isSeparator(text.charCodeAt(at))) at--
    if (text.charCodeAt(at) !== word.charCodeAt(letter)) return false
  }
  return true
}

/** Bits of a slot's number. */
const SLOT_BITS = 10

/** The pieces of all Latin words at once: a text is read letter by letter instead of being searched for one piece after the other. */
class LatinPieces {
  /** By the hash of a piece: its first entry; 0 for none. */
  private readonly slots = new Uint32Array(2 ** SLOT_BITS)
  /** By entry: the piece, its word, the next entry of the slot, and the number of the text that last had it. */
  private readonly pieces: number[] = [0]
  private readonly words: number[] = [0]
  private readonly next: number[] = [0]
  private readonly seenIn: number[] = [0]
  /** By word: how many of its pieces the text has, and how many are enough. */
  private readonly counts: number[] = []
  private readonly enough: number[] = []
  private texts = 0

  constructor(surfaces: readonly string[]) {
    for (const [word, surface] of surfaces.entries()) {
      const count = isLatin(surface) ? Math.max(0, surface.length - RUN + 1) : 0
      this.counts.push(0)
      this.enough.push(count - mayMiss(count))
      for (let start = 0; start < count; start++) this.add(word, runOf(surface.slice(start, start + RUN)))
    }
  }

  look({ text, runs }: LooseText): void {
    if (this.mayBeEnough(runs)) this.scan(text)
  }

  /** Whether the text has enough of the word's pieces. */
  areEnough(word: number): boolean {
    return this.counts[word]! >= this.enough[word]!
  }

  /** Counts what may be there; most texts have too little of every word. */
  private mayBeEnough(runs: RunFilter): boolean {
    const { counts, pieces, words } = this
    counts.fill(0)
    let some = false
    for (let entry = 1; entry < pieces.length; entry++) {
      if (!runs.mayHold(pieces[entry]!)) continue
      const word = words[entry]!
      counts[word]!++
      if (this.areEnough(word)) some = true
    }
    return some
  }

  private scan(text: string): void {
    const { slots, pieces, next, seenIn, counts, words } = this
    const number = ++this.texts
    counts.fill(0)
    let piece = 0
    for (let at = 0; at < text.length; at++) {
      piece = appended(piece, text.charCodeAt(at))
      for (let entry = slots[slotOf(piece)]!; entry !== 0; entry = next[entry]!) {
        if (pieces[entry] !== piece || seenIn[entry] === number) continue
        seenIn[entry] = number
        counts[words[entry]!]!++
      }
    }
  }

  private add(word: number, piece: number): void {
    const slot = slotOf(piece)
    this.words.push(word)
    this.seenIn.push(0)
    this.next.push(this.slots[slot]!)
    this.slots[slot] = this.pieces.push(piece) - 1
  }
}

function slotOf(piece: number): number {
  return hashOf(piece) >>> (32 - SLOT_BITS)
}
