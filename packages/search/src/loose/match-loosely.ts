import { isAsciiWordUnit } from '../ascii.ts'
import { isSeparator, withoutSeparators } from './loose.ts'
import type { LooseText } from './loose-text.ts'
import { RUN, runOf } from './run-filter.ts'

/**
 * Which of the words stand loosely in a comparable text, by their place: with separators inside, or most of their pieces (letter
 * pairs of Japanese, runs of four of Latin words: as in the ranker's second channel). Made once per query, used on hundreds of nodes.
 */
export function createLooseMatcher(surfaces: readonly string[]): LooseTest {
  const tests = surfaces.map((surface) => (isLatin(surface) ? latinTest(surface) : japaneseTest(surface)))
  return (loose) => {
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

function latinTest(surface: string): Test {
  if (surface.length < MIN_LOOSE) return () => false
  const isBroken = brokenTest(surface)
  const runs = runsOf(surface)
  return (loose) => sharesRuns(loose, surface, runs) || isBroken(loose)
}

/** Most texts have too little of a word, which costs no reading; those that seem to have enough are asked for one piece after the other. */
function sharesRuns(loose: LooseText, surface: string, runs: readonly number[]): boolean {
  const most = mayMiss(runs.length)
  if (most < 0) return false
  const { text, runs: known } = loose
  let missing = most
  for (let at = 0; at < runs.length; at++) if (!known.mayHold(runs[at]!) && --missing < 0) return false
  missing = most
  let left = runs.length - most
  for (let at = 0; left > 0; at++) {
    if (known.mayHold(runs[at]!) && text.includes(surface.slice(at, at + RUN))) left--
    else if (--missing < 0) return false
  }
  return true
}

function japaneseTest(surface: string): Test {
  const isBroken = brokenTest(surface)
  const whole = withoutSeparators(surface)
  const pairs = Array.from({ length: Math.max(0, surface.length - PAIR + 1) }, (_, at) => surface.slice(at, at + PAIR))
  return (loose) => (loose.mayHoldJapanese(whole) && isBroken(loose)) || sharesPairs(loose, pairs)
}

/** As `sharesRuns` does. */
function sharesPairs(loose: LooseText, pairs: readonly string[]): boolean {
  const most = mayMiss(pairs.length)
  if (most < 0) return false
  const { text, pairs: known } = loose
  let missing = most
  for (let at = 0; at < pairs.length; at++) if (!known.mayHold(pairs[at]!) && --missing < 0) return false
  missing = most
  let left = pairs.length - most
  for (let at = 0; left > 0; at++) {
    if (known.mayHold(pairs[at]!) && text.includes(pairs[at]!)) left--
    else if (--missing < 0) return false
  }
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
