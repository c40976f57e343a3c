import { LineIndex } from '@shoko/core-fs'
import {
  choosePassages,
  type Information,
  type Passage,
  type PassageLimits,
  type PassageSource,
  type PreparedSection,
  prepareSection,
  type QueryTerm,
  type TextRange,
} from '@shoko/search'
import type { Needle } from './query.ts'
import { countMatches, markMatches, windowOf } from './snippet.ts'
import type { Tokenizer } from './tokens.ts'

/** A chunk that ranked. */
export interface ExcerptSource {
  readonly project: string
  readonly title: string
  readonly heading: string
  readonly body: string
  /** The line of the file on which the body begins. */
  readonly line: number
  readonly score: number
  /** What chunks of one document share. */
  readonly document: string
}

/** The part of a chunk that a result shows. */
export interface Excerpt {
  /** Which of the chunks. */
  readonly source: number
  /** On one line, the words of the query between `**`. */
  readonly snippet: string
  readonly startLine: number
  readonly endLine: number
  /** 0..1: how surely it answers. */
  readonly confidence: number
  /** 0..1: how much of the query it holds and how close together, beside the best of the chunks. */
  readonly quality: number
}

export interface ExcerptQuestion {
  /** The query's words, without exclusions. */
  readonly text: string
  readonly terms: readonly QueryTerm[]
  readonly information: Information
  readonly needles: readonly Needle[]
  readonly tokenizer: Tokenizer
}

export const MAX_SNIPPET_CHARS = 300
/** From one chunk. */
export const MAX_EXCERPTS = 3
/** What a chunk that has none of the best passages may be looked through for. */
const WIDE_CHARS = 4000

/**
 * The excerpts of the chunks of one answer, at least one of each. The sentences that answer best, from whichever chunks, come in up
 * to three excerpts; every other chunk shows its own best ones. In steps: a long query in long chunks takes its time.
 */
export function* chooseExcerpts(
  sources: readonly ExcerptSource[],
  question: ExcerptQuestion,
): Generator<undefined, readonly Excerpt[]> {
  const given: Given[] = []
  for (const source of sources) {
    given.push(passageSource(source))
    yield
  }
  const best = passagesOf(given, question, { maxPassages: MAX_EXCERPTS, maxChars: MAX_EXCERPTS * MAX_SNIPPET_CHARS })
  const top = Math.max(...best.map(qualityOf), 0)
  const least = Math.min(...best.map(({ confidence }) => confidence), 1)
  yield
  const shown = best.flatMap((passage) => excerptsOf(passage, { sources, given, question, top }))
  const others: Excerpt[] = []
  for (const [at, source] of sources.entries()) {
    if (shown.some((excerpt) => excerpt.source === at)) continue
    yield
    const [own] = ownPassage(given[at]!, question)
    // What was not among the best is not surer than they are; alone it has no rival to be measured by.
    const passage = own === undefined ? undefined : { ...own, source: at, confidence: Math.min(own.confidence, least) }
    const [excerpt] = passage === undefined ? [] : excerptsOf(passage, { sources, given, question, top })
    others.push(excerpt ?? plainExcerpt(source, { at, question, top }))
  }
  return [...shown, ...others]
}

type Given = PassageSource & { readonly text: PreparedSection }

interface Choosing {
  readonly sources: readonly ExcerptSource[]
  readonly given: readonly Given[]
  readonly question: ExcerptQuestion
  readonly top: number
}

/** A chunk as passages are chosen from it. */
export function passageSource({ body, line, project, title, heading, score, document }: ExcerptSource): Given {
  const headings = [project, title, heading.replace(/^#+ /, '')]
  return { text: prepareSection(body, line), startLine: line, headings, score, document }
}

function ownPassage(source: Given, question: ExcerptQuestion): readonly Passage[] {
  const narrow = passagesOf([source], question, { maxPassages: 1, maxChars: MAX_SNIPPET_CHARS })
  return narrow.length > 0 ? narrow : passagesOf([source], question, { maxPassages: 1, maxChars: WIDE_CHARS })
}

function passagesOf(
  sources: readonly Given[],
  { text, terms, information }: ExcerptQuestion,
  limits: PassageLimits,
): readonly Passage[] {
  return choosePassages(text, sources, { ...limits, terms, information })
}

function qualityOf({ evidence }: Passage): number {
  return 0.6 * evidence.covered + 0.4 * evidence.close
}

/** A passage in pieces that fit a snippet, the one with the most matches first. */
function excerptsOf(passage: Passage, { sources, given, question, top }: Choosing): Excerpt[] {
  const { body, line } = sources[passage.source]!
  const lines = new LineIndex(body)
  const pieces = piecesOf(given[passage.source]!.text, passage).map((piece) => {
    const text = body.slice(piece.start, piece.end)
    return { piece, text, matches: countMatches(text, question) }
  })
  return pieces
    .sort((a, b) => b.matches - a.matches)
    .slice(0, MAX_EXCERPTS)
    .map(({ piece, text }) => ({
      source: passage.source,
      snippet: markMatches(text, question),
      startLine: line + lines.lineAt(piece.start) - 1,
      endLine: line + lines.lineAt(Math.max(piece.start, piece.end - 1)) - 1,
      confidence: passage.confidence,
      quality: top === 0 ? 1 : Math.min(1, qualityOf(passage) / top),
    }))
}

/** Whole sentences as far as they fit; a longer one is parted where it breathes. */
function piecesOf({ text, sentences }: PreparedSection, { start, end }: TextRange): TextRange[] {
  const pieces: { start: number; end: number }[] = []
  const ends: number[] = []
  for (let place = 0; place < sentences.length; place++) {
    const at = sentences.rangeOf(place).end
    if (at > start && at <= end) ends.push(at)
  }
  for (let at = skipSpace(text, start); at < end; ) {
    const furthest = at + unitsOf(text.slice(at, end), MAX_SNIPPET_CHARS)
    const whole = ends.findLast((sentenceEnd) => sentenceEnd > at && sentenceEnd <= furthest)
    const to = furthest >= end ? end : (whole ?? breathEnd(text, { start: at, end: furthest }))
    pieces.push({ start: at, end: to })
    at = skipSpace(text, to)
  }
  return pieces
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at]!.trim() === '') at++
  return at
}

/** How many UTF-16 units so many characters take. */
function unitsOf(text: string, chars: number): number {
  if (text.length <= chars) return text.length
  let units = 0
  for (const character of text) {
    if (chars-- === 0) break
    units += character.length
  }
  return units
}

/** Behind the last comma or the like of the second half, else behind the last space, else as far as it goes. */
function breathEnd(text: string, { start, end }: TextRange): number {
  const half = start + ((end - start) >> 1)
  for (const pause of [/[,;:、，；：）)」]/, /\s/]) {
    for (let at = end - 1; at >= half; at--) if (pause.test(text[at]!)) return at + 1
  }
  return end
}

/** Of a chunk in which no sentence holds a word of the query: a prefix, a symbol or the heading matched. */
function plainExcerpt(
  { heading, body, line }: ExcerptSource,
  { at, question, top }: { readonly at: number; readonly question: ExcerptQuestion; readonly top: number },
): Excerpt {
  const { snippet, start, end } = windowOf({ heading, body }, question)
  const lines = new LineIndex(body)
  const lineOf = (offset: number) => line + lines.lineAt(Math.max(0, Math.min(offset, body.length - 1))) - 1
  // A window that begins in the heading begins on the line above.
  const startLine = start < 0 || body.trim() === '' ? Math.max(1, line - 1) : lineOf(start)
  const endLine = body.trim() === '' ? startLine : Math.max(startLine, lineOf(end - 1))
  const matched = countMatches(`${heading}\n${body}`, question) / Math.max(1, question.needles.length)
  return { source: at, snippet, startLine, endLine, confidence: 0, quality: top === 0 ? 1 : matched }
}
