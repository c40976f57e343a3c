import { type ColumnRoom, clear } from './column-room.ts'
import type { SectionMatch } from './match-section.ts'
import { BM25_B, BM25_K1, PASSAGE_WEIGHTS, USUAL_PARAGRAPH, USUAL_WORDS } from './passage-weights.ts'
import { phraseShares } from './phrases.ts'
import type { Question } from './question.ts'
import type { SentenceRange } from './section.ts'

/** By section and sentence, how much speaks for showing it: the best few of its paragraph that it is one of, and the paragraph; 0 where that holds nothing. */
export function scoreSentences(question: Question, matches: readonly SectionMatch[], room: ColumnRoom): Float64Array[] {
  const scorer = new SentenceScorer(question, room)
  return matches.map((match) => scorer.score(match))
}

class SentenceScorer {
  private readonly question: Question
  private readonly room: ColumnRoom
  private readonly shares: Float64Array
  /** Of the section at hand. */
  private match!: SectionMatch
  private scores!: Float64Array
  private phrases!: Float32Array
  /** By term, of the window and of the paragraph: the most that one sentence holds, and all together. */
  private readonly best: Float64Array
  private readonly sums: Float64Array
  private readonly paragraphBest: Float64Array
  private readonly paragraphSums: Float64Array

  constructor(question: Question, room: ColumnRoom) {
    const terms = question.terms.length
    this.question = question
    this.room = room
    this.shares = Float64Array.from(question.terms, ({ share }) => share)
    this.best = room.float64(terms)
    this.sums = room.float64(terms)
    this.paragraphBest = room.float64(terms)
    this.paragraphSums = room.float64(terms)
  }

  score(match: SectionMatch): Float64Array {
    const { paragraphs, sentences } = match.section
    this.match = match
    this.scores = this.room.float64(sentences.length)
    this.phrases = phraseShares(this.question, match, this.room)
    for (let place = 0; place < paragraphs.length; place++) this.scoreParagraph(paragraphs[place]!)
    return this.scores
  }

  private scoreParagraph(paragraph: SentenceRange): void {
    const words = this.readParagraph(paragraph)
    if (words === 0) return
    const whole = PASSAGE_WEIGHTS.wholeParagraph * this.frequency(this.paragraphSums, words / USUAL_PARAGRAPH)
    for (let first = paragraph.start; first < paragraph.end; first++) this.scoreWindows(first, paragraph.end, whole)
  }

  /** How many words it has; 0 when none is of the question. */
  private readParagraph({ start, end }: SentenceRange): number {
    const { holds, section } = this.match
    let words = 0
    let isAny = 0
    for (let sentence = start; sentence < end; sentence++) isAny |= holds[sentence]!
    if (isAny === 0) return 0
    clear(this.paragraphBest)
    clear(this.paragraphSums)
    for (let sentence = start; sentence < end; sentence++) {
      words += section.lengths[sentence]!
      if (holds[sentence] === 1) this.take(sentence, this.paragraphBest, this.paragraphSums)
    }
    return words
  }

  /** The windows of a paragraph that begin with its first sentence here. */
  private scoreWindows(start: number, end: number, whole: number): void {
    const { best, sums, scores } = this
    const { section, formed, holds } = this.match
    clear(best)
    clear(sums)
    let words = 0
    let phrases = 0
    let isFormed = 0
    const limit = Math.min(end, start + PASSAGE_WEIGHTS.chosenSentences)
    for (let last = start; last < limit; last++) {
      if (holds[last] === 1) this.take(last, best, sums)
      words += section.lengths[last]!
      phrases = Math.max(phrases, this.phrases[last]!)
      isFormed |= formed[last]!
      const held = this.held(words) + PASSAGE_WEIGHTS.neighbouringWords * phrases + PASSAGE_WEIGHTS.answerForm * isFormed
      for (let sentence = start; sentence <= last; sentence++)
        if (held + whole > scores[sentence]!) scores[sentence] = held + whole
    }
  }

  /** Adds what a sentence holds. */
  private take(sentence: number, best: Float64Array, sums: Float64Array): void {
    const { strengths } = this.match
    for (let term = 0, at = sentence * best.length; term < best.length; term++, at++) {
      const strength = strengths[at]!
      if (strength > best[term]!) best[term] = strength
      sums[term]! += strength
    }
  }

  private held(words: number): number {
    const { shares, best, paragraphBest } = this
    const { above } = this.match
    let covered = 0
    for (let term = 0; term < shares.length; term++) {
      const around = Math.max(above[term]!, PASSAGE_WEIGHTS.paragraph * paragraphBest[term]!)
      covered += shares[term]! * Math.max(best[term]!, around)
    }
    const frequent = this.frequency(this.sums, words / USUAL_WORDS)
    return PASSAGE_WEIGHTS.frequency * frequent + (1 - PASSAGE_WEIGHTS.frequency) * covered
  }

  /** BM25, in shares of the question's information. */
  private frequency(sums: Float64Array, length: number): number {
    const saturation = BM25_K1 * (1 - BM25_B + BM25_B * length)
    let frequent = 0
    for (let term = 0; term < sums.length; term++) {
      const sum = sums[term]!
      if (sum > 0) frequent += (this.shares[term]! * sum * (BM25_K1 + 1)) / (sum + saturation)
    }
    return frequent
  }
}
