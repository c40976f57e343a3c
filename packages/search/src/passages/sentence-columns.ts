import { sectionColumns } from '../index/kept-columns.ts'
import type { TextRange } from '../text-range.ts'
import type { Sentence, SentenceKind } from './sentences.ts'

const KINDS: readonly SentenceKind[] = ['sentence', 'line', 'heading']
/** Numbers of a sentence: where it begins and ends, its first and last line, its block, its kind. */
const COLUMNS = 6

/** The sentences of a text that is kept: tens of thousands are, and few of them are ever looked at. */
export class SentenceColumns {
  readonly length: number
  private readonly text: string
  private readonly numbers: Uint32Array

  /** Sentences of this text, as it stands. */
  constructor(text: string, sentences: readonly Sentence[]) {
    this.length = sentences.length
    this.text = text
    this.numbers = sectionColumns.uint32(sentences.length * COLUMNS)
    let at = 0
    for (const { start, end, startLine, endLine, block, kind } of sentences) {
      this.numbers[at++] = start
      this.numbers[at++] = end
      this.numbers[at++] = startLine
      this.numbers[at++] = endLine
      this.numbers[at++] = block
      this.numbers[at++] = KINDS.indexOf(kind)
    }
  }

  /** One that there is. */
  at(place: number): Sentence {
    const { start, end } = this.rangeOf(place)
    const from = place * COLUMNS
    return {
      start,
      end,
      startLine: this.numbers[from + 2]!,
      endLine: this.numbers[from + 3]!,
      text: this.text.slice(start, end),
      kind: KINDS[this.numbers[from + 5]!]!,
      block: this.numbers[from + 4]!,
    }
  }

  rangeOf(place: number): TextRange {
    return { start: this.numbers[place * COLUMNS]!, end: this.numbers[place * COLUMNS + 1]! }
  }

  blockOf(place: number): number {
    return this.numbers[place * COLUMNS + 4]!
  }
}
