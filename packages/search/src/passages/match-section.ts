import { hasForm } from './answer-form.ts'
import { BM25_B, BM25_K1, PASSAGE_WEIGHTS, USUAL_WORDS } from './passage-weights.ts'
import type { Question } from './question.ts'
import { type PreparedSection, prepareHeadings } from './section.ts'
import { TermFinder } from './term-finder.ts'

/** What a question finds in a section, by sentence. */
export interface SectionMatch {
  readonly section: PreparedSection
  /** The best window that the sentence is part of: its score, and what it holds of the question. */
  readonly scores: Float64Array
  readonly windows: readonly (WindowMatch | undefined)[]
}

export interface WindowMatch {
  /** Sentences, the last included. */
  readonly first: number
  readonly last: number
  readonly score: number
  /** Share of the question's information in the window itself. */
  readonly held: number
  /** The same with what the headings above it say, discounted. */
  readonly covered: number
  /** The most that one sentence of it holds. */
  readonly close: number
  readonly hasForm: boolean
}

/** Looks for a question's words in one section after the other. */
export class QuestionMatcher {
  private readonly question: Question
  private readonly finders: readonly TermFinder[]

  constructor(question: Question) {
    this.question = question
    this.finders = question.terms.map((term) => new TermFinder(term))
  }

  match(section: PreparedSection, headings: readonly string[]): SectionMatch {
    const strengths = this.finders.map((finder) => finder.strengths(section))
    const above = prepareHeadings(headings)
    const headed = this.finders.map((finder) => finder.strengths(above)[0] ?? 0)
    const count = section.sentences.length
    const scores = new Float64Array(count)
    const windows = new Array<WindowMatch | undefined>(count).fill(undefined)
    for (let first = 0; first < count; first++) {
      for (const window of this.windowsAt(first, { section, strengths, headed })) {
        for (let place = window.first; place <= window.last; place++) {
          if (window.score <= scores[place]!) continue
          scores[place] = window.score
          windows[place] = window
        }
      }
    }
    return { section, scores, windows }
  }

  /** The windows that begin here and hold a word of the question. */
  private windowsAt(first: number, { section, strengths, headed }: Strengths): WindowMatch[] {
    const { terms, answerForm } = this.question
    const end = Math.min(section.sentences.length, first + PASSAGE_WEIGHTS.windowSentences)
    const best = new Float64Array(terms.length)
    const sums = new Float64Array(terms.length)
    const windows: WindowMatch[] = []
    let [words, close, formed] = [0, 0, false]
    for (let last = first; last < end; last++) {
      let own = 0
      for (let term = 0; term < terms.length; term++) {
        const strength = strengths[term]![last]!
        if (strength > best[term]!) best[term] = strength
        sums[term]! += strength
        own += strength * terms[term]!.share
      }
      words += section.lengths[last]!
      close = Math.max(close, own)
      formed ||= answerForm !== undefined && hasForm(sentenceOf(section, last), answerForm)
      if (close === 0) continue
      const scored = this.scored({ best, sums, words, headed })
      const score = scored.score + (formed ? PASSAGE_WEIGHTS.answerForm : 0)
      windows.push({ ...scored, score, first, last, close, hasForm: formed })
    }
    return windows
  }

  private scored({ best, sums, words, headed }: Gathered): Pick<WindowMatch, 'score' | 'held' | 'covered'> {
    const saturation = BM25_K1 * (1 - BM25_B + (BM25_B * words) / USUAL_WORDS)
    let [held, covered, frequent] = [0, 0, 0]
    for (const [place, { share }] of this.question.terms.entries()) {
      held += share * best[place]!
      covered += share * Math.max(best[place]!, PASSAGE_WEIGHTS.headings * headed[place]!)
      frequent += (share * sums[place]! * (BM25_K1 + 1)) / (sums[place]! + saturation)
    }
    const score = PASSAGE_WEIGHTS.frequency * frequent + (1 - PASSAGE_WEIGHTS.frequency) * covered
    return { score, held, covered }
  }
}

interface Strengths {
  readonly section: PreparedSection
  /** By term, then sentence. */
  readonly strengths: readonly Float32Array[]
  readonly headed: readonly number[]
}

interface Gathered {
  readonly best: Float64Array
  readonly sums: Float64Array
  readonly words: number
  readonly headed: readonly number[]
}

function sentenceOf({ folded, starts }: PreparedSection, place: number): string {
  return folded.slice(starts[place]!, starts[place + 1]! - 1)
}
