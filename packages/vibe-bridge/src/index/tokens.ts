import { fold, normalize as normalizeText, ownText, queryTerms } from '@shoko/search'
import { runsOf } from './runs.ts'
import { createSymbolReader } from './symbols.ts'

/** A run of letters in a text: one word, or a run of a script that is written without spaces. */
export interface Token {
  /** Normalized and folded: letters, marks and digits only. */
  readonly text: string
  readonly unspaced: boolean
  /** UTF-16 offsets in the source. */
  readonly start: number
  readonly end: number
}

/**
 * The token streams that FTS5 indexes, in order. `surface` holds words as they stand (folded) and unspaced runs as
 * overlapping pairs of characters, so that a phrase of pairs finds any part of a run. `stems` holds the stems of those
 * words that are not their own stem, and the symbols: apart from the words, so that a phrase goes on across them.
 */
export interface TokenStreams {
  readonly surface: string
  readonly stems: string
}

export interface Tokenizer {
  tokens(text: string): readonly Token[]
  /** What a run of the text is in the index. */
  normalize(run: string, unspaced: boolean): string
  streams(text: string): TokenStreams
  /** Every stem of a normalized word, in each language it could belong to: the same for documents and for queries. */
  stems(word: string): readonly string[]
  /** What it remembers of words. */
  forget(): void
}

/** Words repeat, so what was worked out about one is kept, up to a bound. */
export function createTokenizer(): Tokenizer {
  const known = new Map<string, Word>()

  return {
    stems: (word) => wordOf(word).stems,
    forget: () => known.clear(),
    normalize,
    tokens(text) {
      const tokens: Token[] = []
      runsOf(text, (start, end, kind) => {
        if (kind === 'symbols') return
        const unspaced = kind === 'unspaced'
        const token = normalize(text.slice(start, end), unspaced)
        if (token !== '') tokens.push({ text: token, unspaced, start, end })
      })
      return tokens
    },
    streams(text) {
      const surface: string[] = []
      const stems: string[] = []
      const symbols = createSymbolReader((token) => stems.push(token))
      runsOf(text, (start, end, kind) => {
        if (kind === 'symbols') return symbols.symbols(text.slice(start, end), start)
        if (kind === 'unspaced') return pushPairs(surface, lettersOf(text.slice(start, end)))
        const word = wordOf(text.slice(start, end))
        if (word.surface === '') return
        symbols.word(word.surface, end)
        surface.push(word.surface)
        if (word.otherStems !== '') stems.push(word.otherStems)
      })
      return { surface: surface.join(' '), stems: stems.join(' ') }
    },
  }

  function normalize(run: string, unspaced: boolean): string {
    return unspaced ? lettersOf(run) : wordOf(run).surface
  }

  function wordOf(raw: string): Word {
    const found = known.get(raw)
    if (found !== undefined) return found
    if (known.size >= MAX_REMEMBERED) known.clear()
    const own = ownText(raw)
    const word = analyseWord(own)
    known.set(own, word)
    return word
  }
}

/** Overlapping pairs, then the last character alone: `abc` gives `ab`, `bc`, `c`. */
export function pairsOf(run: string): readonly string[] {
  const pairs: string[] = []
  pushPairs(pairs, run)
  return pairs
}

interface Word {
  readonly surface: string
  readonly stems: readonly string[]
  /** Those that differ from the surface, joined by spaces. */
  readonly otherStems: string
}

const MAX_WORD_CHARS = 64
/** Some megabytes. */
const MAX_REMEMBERED = 20_000

function analyseWord(raw: string): Word {
  const surface = lettersOf(raw).slice(0, MAX_WORD_CHARS).toWellFormed()
  const stems = stemsOf(surface)
  return { surface, stems, otherStems: stems.filter((stem) => stem !== surface).join(' ') }
}

/** Names with digits in them have no grammar, and are where new words never end. */
function stemsOf(surface: string): readonly string[] {
  if (/\d/.test(surface)) return [surface]
  const terms = queryTerms(surface).flatMap((term) => term.stems)
  return [...new Set(terms.map(lettersOf).filter((stem) => stem !== ''))]
}

/** Kanji, kana and Hangul that no normalization touches: nearly every run of them. */
const PLAIN_RUN = /^[\u3005-\u3007\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]*$/

/** Letters, marks and digits only: no character that FTS5 could take for syntax or for a separator. */
function lettersOf(run: string): string {
  if (PLAIN_RUN.test(run)) return run
  return fold(normalizeText(run))
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .toWellFormed()
}

function pushPairs(into: string[], run: string): void {
  let before = ''
  for (const character of run) {
    if (before !== '') into.push(before + character)
    before = character
  }
  if (before !== '') into.push(before)
}
