import { hasForm } from './answer-form.ts'
import { BM25_B, BM25_K1, PASSAGE_WEIGHTS, USUAL_WORDS } from './passage-weights.ts'
import type { Question } from './question.ts'
import { type PreparedSection, prepareHeadings } from './section.ts'
import { TermFinder } from './term-finder.ts'

/** What a question finds in a section, by sentence: the score of the best window that the sentence is part of, and where that begins and ends. */
export interface SectionMatch {
  readonly section: PreparedSection
  readonly scores: Float64Array
  readonly firsts: Uint32Array
  readonly lasts: Uint32Array
  /** By sentence, whether it holds anything (most of a long section holds nothing), and whether it has the form of an answer. */
  readonly holds: Uint8Array
  readonly formed: Uint8Array
  /** By term, then sentence, how much of the term stands there. */
  readonly strengths: readonly Float32Array[]
  /** By term, how much of it the headings above hold. */
  readonly headed: readonly number[]
  /** By term, then sentence, how much of it the sentence's paragraph holds. */
  readonly paragraphs: readonly Float32Array[]
}

export interface WindowMatch {
  /** Share of the question's information in the window itself. */
  readonly held: number
  /** The same with what the headings above it say, discounted. */
  readonly covered: number
  /** The most that one sentence of it holds. */
  readonly close: number
}

/** Looks for a question's words in one section after the other. */
export class QuestionMatcher {
  private readonly question: Question
  private readonly finders: readonly TermFinder[]
  private readonly best: Float64Array
  private readonly sums: Float64Array

  constructor(question: Question) {
    this.question = question
    this.finders = question.terms.map((term) => new TermFinder(term))
    this.best = new Float64Array(question.terms.length)
    this.sums = new Float64Array(question.terms.length)
  }

  match(section: PreparedSection, headings: readonly string[]): SectionMatch {
    const above = prepareHeadings(headings)
    const count = section.sentences.length
    const strengths = this.finders.map((finder) => finder.strengths(section))
    const holds = holders(strengths, count)
    const match: SectionMatch = {
      section,
      scores: new Float64Array(count),
      firsts: new Uint32Array(count),
      lasts: new Uint32Array(count),
      strengths,
      holds,
      formed: this.formed(section, holds),
      paragraphs: strengths.map((column) => byParagraph(section, column)),
      headed: this.finders.map((finder) => finder.strengths(above)[0] ?? 0),
    }
    for (let first = 0; first < count; first++) this.scoreWindows(match, first)
    return match
  }

  /** What the sentences hold between them, the last included. */
  describe({ strengths, headed }: SectionMatch, first: number, last: number): WindowMatch {
    const { terms } = this.question
    const owns = new Float64Array(last - first + 1)
    let [held, covered] = [0, 0]
    for (let term = 0; term < terms.length; term++) {
      const { share } = terms[term]!
      const column = strengths[term]!
      let best = 0
      for (let sentence = first; sentence <= last; sentence++) {
        const strength = column[sentence]!
        if (strength > best) best = strength
        owns[sentence - first]! += share * strength
      }
      held += share * best
      covered += share * Math.max(best, PASSAGE_WEIGHTS.headings * headed[term]!)
    }
    const close = Math.max(...owns)
    return { held, covered, close }
  }

  /** The windows that begin here and hold a word of the question. */
  private scoreWindows(match: SectionMatch, first: number): void {
    const { section, strengths, holds, formed } = match
    const { terms } = this.question
    const { best, sums } = this
    const end = Math.min(section.sentences.length, first + PASSAGE_WEIGHTS.windowSentences)
    let isAny = 0
    for (let at = first; at < end; at++) isAny |= holds[at]!
    if (isAny === 0) return
    best.fill(0)
    sums.fill(0)
    let [words, isHeld, isFormed] = [0, 0, 0]
    for (let last = first; last < end; last++) {
      for (let term = 0; term < terms.length; term++) {
        const strength = strengths[term]![last]!
        if (strength > best[term]!) best[term] = strength
        sums[term]! += strength
      }
      words += section.lengths[last]!
      isHeld |= holds[last]!
      isFormed |= formed[last]!
      if (isHeld === 0) continue
      offer(match, { first, last, score: this.scoreOf(match, { words, last }) + PASSAGE_WEIGHTS.answerForm * isFormed })
    }
  }

  private scoreOf(
    { headed, paragraphs }: SectionMatch,
    { words, last }: { readonly words: number; readonly last: number },
  ): number {
    const { best, sums } = this
    const { terms } = this.question
    const saturation = BM25_K1 * (1 - BM25_B + (BM25_B * words) / USUAL_WORDS)
    let [covered, frequent] = [0, 0]
    for (let term = 0; term < terms.length; term++) {
      const { share } = terms[term]!
      const around = Math.max(PASSAGE_WEIGHTS.headings * headed[term]!, PASSAGE_WEIGHTS.paragraph * paragraphs[term]![last]!)
      covered += share * Math.max(best[term]!, around)
      frequent += (share * sums[term]! * (BM25_K1 + 1)) / (sums[term]! + saturation)
    }
    return PASSAGE_WEIGHTS.frequency * frequent + (1 - PASSAGE_WEIGHTS.frequency) * covered
  }

  /** Only beside sentences that hold something: nobody asks for the others. */
  private formed({ folded, starts, sentences }: PreparedSection, holds: Uint8Array): Uint8Array {
    const { answerForm } = this.question
    const formed = new Uint8Array(sentences.length)
    if (answerForm === undefined) return formed
    const reach = PASSAGE_WEIGHTS.windowSentences - 1
    for (let place = 0; place < formed.length; place++) {
      let isNear = 0
      for (let at = Math.max(0, place - reach); at <= place + reach; at++) isNear |= holds[at] ?? 0
      if (isNear === 1 && hasForm(folded.slice(starts[place]!, starts[place + 1]! - 1), answerForm)) formed[place] = 1
    }
    return formed
  }
}

function holders(strengths: readonly Float32Array[], count: number): Uint8Array {
  const holds = new Uint8Array(count)
  for (const column of strengths) for (let at = 0; at < count; at++) if (column[at] !== 0) holds[at] = 1
  return holds
}

interface Window {
  readonly first: number
  readonly last: number
  readonly score: number
}

/** Each of its sentences keeps the best window. */
function offer({ scores, firsts, lasts }: SectionMatch, { first, last, score }: Window): void {
  for (let sentence = first; sentence <= last; sentence++) {
    if (score <= scores[sentence]!) continue
    scores[sentence] = score
    firsts[sentence] = first
    lasts[sentence] = last
  }
}

/** Each sentence gets the best of its paragraph. */
function byParagraph({ sentences }: PreparedSection, column: Float32Array): Float32Array {
  const paragraphs = new Float32Array(column.length)
  for (let start = 0; start < column.length; ) {
    const { block } = sentences[start]!
    let [end, best] = [start, 0]
    for (; end < column.length && sentences[end]!.block === block; end++) best = Math.max(best, column[end]!)
    paragraphs.fill(best, start, end)
    start = end
  }
  return paragraphs
}
