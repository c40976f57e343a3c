import { type QueryTerm, type Stems, stemsOf } from '@shoko/search'

/** Which terms of a query stand in a comparable text, by their place in the query; made once a query, used on hundreds of nodes. */
export interface Matcher {
  /** As words, inflected or not. */
  words(text: string): number[]
  /** How many of these terms stand there as words. */
  count(text: string, among: readonly number[]): number
  /** With other separators inside, or most of its pieces: costs more and says less, so it is asked where no word was found. */
  loosely(text: string): number[]
}

export function createMatcher(terms: readonly QueryTerm[]): Matcher {
  const tests = terms.map(termTest)
  return {
    words(text) {
      const held: number[] = []
      for (let term = 0; term < tests.length; term++) if (tests[term]!.isWord(text)) held.push(term)
      return held
    },
    count(text, among) {
      let held = 0
      for (const term of among) if (tests[term]!.isWord(text)) held++
      return held
    },
    loosely(text) {
      const held: number[] = []
      for (let term = 0; term < tests.length; term++) if (tests[term]!.isLoose(text)) held.push(term)
      return held
    },
  }
}

interface TermTest {
  isWord(text: string): boolean
  isLoose(text: string): boolean
}

function termTest(term: QueryTerm): TermTest {
  let loose: TermTest['isLoose'] | undefined
  return {
    isWord: LATIN.test(term.surface) ? latinTest(term) : (text) => text.includes(term.surface),
    isLoose(text) {
      // Most queries find enough words and never ask.
      loose ??= looseTest(term.surface)
      return loose(text)
    },
  }
}

function looseTest(surface: string): TermTest['isLoose'] {
  // Inside other words a short one stands by chance.
  const isShort = LATIN.test(surface) && surface.length < MIN_LOOSE
  const middle = Math.ceil(surface.length / 2)
  const halves: Halves = [surface.slice(0, middle), surface.slice(middle)]
  const pieces = piecesOf(surface)
  return (text) => (!isShort && holdsBroken(text, halves)) || sharesPieces(text, pieces)
}

type Halves = readonly [first: string, second: string]

/** The word with separators in it: a cut leaves one of its halves whole, and the other goes on from there. */
function holdsBroken(text: string, [first, second]: Halves): boolean {
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

function isSeparator(code: number): boolean {
  return SEPARATOR_CODES.has(code)
}

/** What may stand inside a loosely written word, in comparable text. */
const SEPARATOR_CODES: ReadonlySet<number> = new Set([...' \n-・/()'].map((separator) => separator.charCodeAt(0)))

/** Words that begin like the term are looked at; whether one is a form of it is asked of the analyser once. */
function latinTest(term: QueryTerm): (text: string) => boolean {
  const prefix = commonPrefix([term.surface, ...term.stems])
  const known = new Map<string, boolean>([[term.surface, true]])
  const isForm = (word: string) => {
    const answer = known.get(word) ?? isStem(term, stemsOf(word))
    known.set(word, answer)
    return answer
  }
  return (text) => {
    for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + 1)) {
      if (at > 0 && isLatinCode(text.charCodeAt(at - 1))) continue
      let end = at + prefix.length
      while (end < text.length && isLatinCode(text.charCodeAt(end))) end++
      if (isForm(text.slice(at, end))) return true
    }
    return false
  }
}

function isStem({ stems }: QueryTerm, { english, spanish }: Stems): boolean {
  return stems.includes(english) || stems.includes(spanish)
}

/** Most of a compound's pieces stand in the text: it is likely there in another form. Short words have too few to tell. */
function sharesPieces(text: string, pieces: readonly string[]): boolean {
  if (pieces.length < MIN_PIECES) return false
  let missing = Math.floor(pieces.length * (1 - PIECE_SHARE))
  for (const piece of pieces) if (!text.includes(piece) && --missing < 0) return false
  return true
}

/** Letter pairs of Japanese, runs of four of Latin words: as in the ranker's second channel. */
function piecesOf(surface: string): string[] {
  const size = LATIN.test(surface) ? 4 : 2
  return Array.from({ length: Math.max(0, surface.length - size + 1) }, (_, at) => surface.slice(at, at + size))
}

function commonPrefix(forms: readonly string[]): string {
  const [first = '', ...others] = forms
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}

function isLatinCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

const LATIN = /^[a-z0-9]/
const MIN_LOOSE = 4
const MIN_PIECES = 3
const PIECE_SHARE = 0.6
