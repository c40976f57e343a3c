import { foldedText } from '../analyse/scan.ts'
import { isJapanese, SEPARATOR, scriptOf } from '../analyse/scripts.ts'
import { sectionColumns } from '../index/kept-columns.ts'
import type { TextRange } from '../text-range.ts'
import { SHORT_PARAGRAPH } from './passage-weights.ts'
import { SentenceColumns } from './sentence-columns.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

/** Sentences of a section, by their places; the one at `end` is not among them. */
export interface SentenceRange {
  readonly start: number
  readonly end: number
}

/** A section taken apart: what every question about it needs. Worth keeping as long as the text stays the same. */
export interface PreparedSection {
  readonly text: string
  readonly sentences: SentenceColumns
  /** All sentences, folded, each on a line of its own. */
  readonly folded: string
  /** Where each begins in `folded`; one more for the end. */
  readonly starts: Uint32Array
  /** How long each is, in words. */
  readonly lengths: Float32Array
  /** The paragraph, item, table or fence that each is of, from 0. */
  readonly blocks: Uint32Array
  /** Paragraphs, items, tables and fences; short ones together with those beside them. */
  readonly paragraphs: readonly SentenceRange[]
}

/** Japanese letters that make about one word. */
const LETTERS_A_WORD = 2.5
const LATIN_LETTERS_A_WORD = 6

export function prepareSection(text: string, startLine = 1): PreparedSection {
  const sentences = sentencesOf(text, { startLine })
    .filter(({ kind }) => kind !== 'heading')
    .flatMap(piecesOf)
  return prepared(text, sentences)
}

export interface Headings {
  /** Title and headings, the nearest last. */
  readonly headings: readonly string[]
  /** The nearest is the section's own, not the whole document's. */
  readonly hasOwnHeading: boolean
}

/** Of each section those that it was asked about with last, which are nearly always the same. */
const HEADINGS = new WeakMap<PreparedSection, PreparedSection>()

/** The headings above a section as sentences, to be asked the same questions: those of the document, and the section's own where it has one. */
export function prepareHeadings(section: PreparedSection, { headings, hasOwnHeading }: Headings): PreparedSection {
  const text = headings.join(' / ')
  const known = HEADINGS.get(section)
  if (known?.text === text) return known
  const own = hasOwnHeading ? (headings.at(-1) ?? '') : ''
  const above = hasOwnHeading ? headings.slice(0, -1).join(' / ') : text
  const asked = prepared(text, [
    headingIn(text, { start: 0, end: above.length }),
    ...(hasOwnHeading ? [headingIn(text, { start: text.length - own.length, end: text.length })] : []),
  ])
  HEADINGS.set(section, asked)
  return asked
}

function headingIn(text: string, { start, end }: TextRange): Sentence {
  return { text: text.slice(start, end), start, end, startLine: 1, endLine: 1, kind: 'heading', block: 0 }
}

function prepared(text: string, sentences: readonly Sentence[]): PreparedSection {
  const starts = sectionColumns.uint32(sentences.length + 1)
  const lengths = sectionColumns.float32(sentences.length)
  const blocks = sectionColumns.uint32(sentences.length)
  const parts: string[] = []
  let at = 0
  for (const [place, sentence] of sentences.entries()) {
    const folded = foldedText(sentence.text).replaceAll('\n', ' ')
    starts[place] = at
    lengths[place] = wordsIn(folded)
    if (place > 0) blocks[place] = blocks[place - 1]! + (sentence.block === sentences[place - 1]!.block ? 0 : 1)
    parts.push(folded)
    at += folded.length + 1
  }
  starts[sentences.length] = at
  const columns = new SentenceColumns(text, sentences)
  return { text, sentences: columns, folded: parts.join('\n'), starts, lengths, blocks, paragraphs: paragraphsOf(sentences) }
}

function paragraphsOf(sentences: readonly Sentence[]): SentenceRange[] {
  const paragraphs: SentenceRange[] = []
  let start = 0
  for (let end = 1; end <= sentences.length; end++) {
    const next = sentences[end]
    if (next !== undefined && (next.block === sentences[end - 1]!.block || isShort(sentences, start, end))) continue
    paragraphs.push({ start, end })
    start = end
  }
  return paragraphs
}

/** Whether the sentences are so few letters, with all of the paragraph that follows them. */
function isShort(sentences: readonly Sentence[], start: number, end: number): boolean {
  let last = end
  while (sentences[last + 1]?.block === sentences[end]!.block) last++
  return sentences[last]!.end - sentences[start]!.start <= SHORT_PARAGRAPH
}

/** What is longer than this is taken in pieces: a line of data, or a text without marks, would fill an answer alone. */
const LONGEST = 500
const PIECE_ENDS = /[\s、，,;；]/

function piecesOf(sentence: Sentence): Sentence[] {
  if (sentence.text.length <= LONGEST) return [sentence]
  const pieces: Sentence[] = []
  const { text } = sentence
  let line = sentence.startLine
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at)
    const own = text.slice(at, end)
    const endLine = line + lineEndsIn(own)
    const trimmed = own.trim()
    if (trimmed !== '') {
      const start = at + own.indexOf(trimmed)
      const startLine = line + lineEndsIn(text.slice(at, start))
      const lastLine = startLine + lineEndsIn(trimmed)
      const place = { start: sentence.start + start, end: sentence.start + start + trimmed.length }
      pieces.push({ ...sentence, ...place, text: trimmed, startLine, endLine: lastLine })
    }
    line = endLine
    at = end
  }
  return pieces
}

function pieceEnd(text: string, from: number): number {
  const most = from + LONGEST
  if (most >= text.length) return text.length
  for (let end = most; end > from + LONGEST / 2; end--) if (PIECE_ENDS.test(text[end - 1]!)) return end
  // Never between the halves of a letter, nor of a line end.
  const isSplit = /[\ud800-\udbff]/.test(text[most - 1]!)
  return isSplit ? most - 1 : most
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}

/** About how many; nobody needs to know exactly. */
function wordsIn(folded: string): number {
  let japanese = 0
  let other = 0
  for (let at = 0; at < folded.length; at++) {
    const script = scriptOf(folded.charCodeAt(at))
    if (isJapanese(script)) japanese++
    else if (script !== SEPARATOR) other++
  }
  return japanese / LETTERS_A_WORD + other / LATIN_LETTERS_A_WORD
}
