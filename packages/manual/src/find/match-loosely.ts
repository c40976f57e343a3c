import { compacted, isSeparatorCode } from '../words/separators.ts'

/**
 * Which of the words stand loosely in a comparable text, by their place: with separators inside, or most of their pieces (letter
 * pairs of Japanese, runs of four of Latin words: as in the ranker's second channel). Made once a query, used on hundreds of nodes.
 */
export function createLooseMatcher(surfaces: readonly string[]): LooseTest {
  const pieces = new LatinPieces(surfaces)
  const tests = surfaces.map((surface, word) => (isLatin(surface) ? latinTest(surface, word, pieces) : japaneseTest(surface)))
  return (text, compact = compacted(text)) => {
    pieces.scan(text)
    const held: number[] = []
    for (let word = 0; word < tests.length; word++) if (tests[word]!(text, compact)) held.push(word)
    return held
  }
}

/** `compact`: the text without separators, for those who have it. */
export type LooseTest = (text: string, compact?: string) => number[]

export function isLatin(word: string): boolean {
  return isLatinCode(word.charCodeAt(0))
}

export function isLatinCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

type Test = (text: string, compact: string) => boolean

/** Inside other words a shorter one stands by chance. */
const MIN_LOOSE = 4
/** Words of fewer pieces have too few to tell. */
const MIN_PIECES = 3
/** So many of a compound's pieces stand in the text: it is likely there in another form. */
const PIECE_SHARE = 0.6
const PIECE = 4
const PAIR = 2

function mayMiss(pieces: number): number {
  return pieces < MIN_PIECES ? -1 : Math.floor(pieces * (1 - PIECE_SHARE))
}

/** To be asked about the text scanned last. */
function latinTest(surface: string, word: number, pieces: LatinPieces): Test {
  if (surface.length < MIN_LOOSE) return () => false
  const count = surface.length - PIECE + 1
  const enough = count - mayMiss(count)
  const isBroken = brokenTest(surface)
  return (text, compact) => pieces.held(word) >= enough || isBroken(text, compact)
}

function japaneseTest(surface: string): Test {
  const isBroken = brokenTest(surface)
  const pairs = Array.from({ length: Math.max(0, surface.length - PAIR + 1) }, (_, at) => surface.slice(at, at + PAIR))
  return (text, compact) => isBroken(text, compact) || sharesPairs(text, pairs)
}

function sharesPairs(text: string, pairs: readonly string[]): boolean {
  let missing = mayMiss(pairs.length)
  if (missing < 0) return false
  for (const pair of pairs) if (!text.includes(pair) && --missing < 0) return false
  return true
}

/** The word with separators in it: without them it is whole. */
function brokenTest(surface: string): Test {
  const whole = compacted(surface)
  const middle = Math.ceil(surface.length / 2)
  const halves = [surface.slice(0, middle), surface.slice(middle)] as const
  return (text, compact) => compact.includes(whole) && holdsBroken(text, halves)
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
    while (isSeparatorCode(text.charCodeAt(at))) at++
    if (text.charCodeAt(at) !== word.charCodeAt(letter)) return false
  }
  return true
}

function goesBack(text: string, { from, word }: Rest): boolean {
  let at = from - 1
  for (let letter = word.length - 1; letter >= 0; letter--, at--) {
    while (isSeparatorCode(text.charCodeAt(at))) at--
    if (text.charCodeAt(at) !== word.charCodeAt(letter)) return false
  }
  return true
}

const SLOTS = 1_024

/**
 * The pieces of all Latin words at once: a text is read letter by letter, its last four letters as one number of seven bits each,
 * instead of being searched for one piece after the other.
 */
class LatinPieces {
  /** By the hash of a piece: its first entry; 0 for none. */
  private readonly slots = new Uint32Array(SLOTS)
  /** By entry: the piece, its word, the next entry of the slot, and the number of the text that last had it. */
  private readonly pieces: number[] = [0]
  private readonly words: number[] = [0]
  private readonly next: number[] = [0]
  private readonly seenIn: number[] = [0]
  /** By word: how many of its different pieces the text has. */
  private readonly counts: number[] = []
  private text = 0

  constructor(surfaces: readonly string[]) {
    for (const [word, surface] of surfaces.entries()) {
      this.counts.push(0)
      for (let end = PIECE; isLatin(surface) && end <= surface.length; end++) this.add(word, surface.slice(end - PIECE, end))
    }
  }

  scan(text: string): void {
    const { slots, pieces, next, seenIn, counts, words } = this
    const number = ++this.text
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

  /** How many of the word's pieces the text has. */
  held(word: number): number {
    return this.counts[word]!
  }

  private add(word: number, text: string): void {
    let piece = 0
    for (let at = 0; at < text.length; at++) piece = appended(piece, text.charCodeAt(at))
    const slot = slotOf(piece)
    this.words.push(word)
    this.seenIn.push(0)
    this.next.push(this.slots[slot]!)
    this.slots[slot] = this.pieces.push(piece) - 1
  }
}

/** The piece that ends with one more letter; letters beyond ASCII are alike. */
function appended(piece: number, code: number): number {
  return ((piece << 7) | (code < 128 ? code : 0)) & 0xfffffff
}

function slotOf(piece: number): number {
  return Math.imul(piece, 0x9e3779b1) >>> 22
}
