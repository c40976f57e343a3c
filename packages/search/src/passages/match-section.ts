import { presentTerms } from '../analyse/query-terms.ts'
import { formedIn } from './answer-form.ts'
import { type ColumnRoom, clear } from './column-room.ts'
import { BM25_B, BM25_K1, PASSAGE_WEIGHTS, USUAL_WORDS } from './passage-weights.ts'
import type { Question } from './question.ts'
import { type Headings, type PreparedSection, prepareHeadings, type SentenceRange } from './section.ts'
import { isWord, TermFinder } from './term-finder.ts'

/** What a question finds in a section, by sentence: the score of the best window that the sentence is part of, and where that begins and ends. */
export interface SectionMatch {
  readonly section: PreparedSection
  readonly scores: Float64Array
  readonly firsts: Uint32Array
  readonly lasts: Uint32Array
  /** By sentence, whether it holds anything worth reading (most of a long section does not), and whether it has the form of an answer. */
  readonly holds: Uint8Array
  readonly formed: Uint8Array
  /** A row a sentence: how much of each term stands there. */
  readonly strengths: Float32Array
  /** By term, how much of it the headings above hold. */
  readonly headed: Float32Array
  /** By term, what that counts where the text does not say it. */
  readonly above: Float32Array
  /** A row a paragraph (`section.blocks`): what each term counts that only the headings or the rest of the paragraph hold. */
  readonly around: Float32Array
}

export interface WindowMatch {
  /** Share of the question's information in the window itself. */
  readonly held: number
  /** The same with what the headings above it say, discounted. */
  readonly covered: number
  /** The most that one sentence of it holds. */
  readonly close: number
  /** The largest share of one word that neither the window nor the headings above it hold. */
  readonly missing: number
}

type Held = Pick<SectionMatch, 'strengths' | 'holds'>

interface HeldAbove extends Headings {
  /** By term, how much of it all of them hold, and how much the section's own; that is empty where there is none. */
  readonly headed: Float32Array
  readonly own: Float32Array
}

/** Looks for a question's words in one section after the other. */
export class QuestionMatcher {
  private readonly question: Question
  private readonly room: ColumnRoom
  private readonly finders: readonly TermFinder[]
  private readonly shares: Float64Array
  private readonly best: Float64Array
  private readonly sums: Float64Array
  /** The most that a paragraph held so far: sections come best first. */
  private mostHeld = 0

  /** What it finds stands in the room, until that begins anew. */
  constructor(question: Question, room: ColumnRoom) {
    this.question = question
    this.room = room
    this.finders = question.terms.map((term) => new TermFinder(term))
    this.shares = Float64Array.from(question.terms, ({ share }) => share)
    this.best = new Float64Array(question.terms.length)
    this.sums = new Float64Array(question.terms.length)
  }

  match(section: PreparedSection, headings: Headings): SectionMatch {
    const count = section.sentences.length
    const { room } = this
    const holds = room.uint8(count)
    const strengths = this.rows(section, holds)
    const { headed, above, own } = this.heldAbove(section, headings)
    if (count > 0 && this.isOpened(strengths, { ...headings, headed, own })) holds[0] = 1
    const around = this.around(section, { strengths, holds }, above)
    this.dropUnworthy(section, { strengths, holds })
    const { answerForm } = this.question
    const match: SectionMatch = {
      section,
      scores: room.float64(count),
      firsts: room.uint32(count),
      lasts: room.uint32(count),
      strengths,
      holds,
      formed: answerForm === undefined ? room.uint8(count) : formedIn(section, answerForm),
      headed,
      above,
      around,
    }
    for (let first = 0; first < count; first++) this.scoreWindows(match, first)
    return match
  }

  /** What the sentences hold between them, the last included. */
  describe({ strengths, above, headed }: SectionMatch, first: number, last: number): WindowMatch {
    const { shares } = this
    const owns = new Float64Array(last - first + 1)
    let [held, covered, missing] = [0, 0, 0]
    for (let term = 0; term < shares.length; term++) {
      const share = shares[term]!
      let best = 0
      for (let sentence = first; sentence <= last; sentence++) {
        const strength = strengths[sentence * shares.length + term]!
        if (strength > best) best = strength
        owns[sentence - first]! += share * strength
      }
      held += share * best
      covered += share * Math.max(best, above[term]!)
      missing = Math.max(missing, share * (1 - Math.max(best, headed[term]!)))
    }
    const close = Math.max(...owns)
    return { held, covered, close, missing }
  }

  /** What the headings hold, and what that counts: the section's own says what it is about, those above only where it belongs. */
  private heldAbove(section: PreparedSection, headings: Headings) {
    const terms = this.shares.length
    const rows = this.rows(prepareHeadings(section, headings), this.room.uint8(2))
    const outer = rows.subarray(0, terms)
    const own = rows.subarray(terms)
    const headed = this.room.float32(terms)
    const above = this.room.float32(terms)
    for (let term = 0; term < terms; term++) {
      headed[term] = Math.max(outer[term]!, own[term] ?? 0)
      above[term] = Math.max(PASSAGE_WEIGHTS.headings * outer[term]!, PASSAGE_WEIGHTS.ownHeading * (own[term] ?? 0))
    }
    return { headed, above, own }
  }

  /** Words of headings are words of the first sentence below: all where they say what is asked, else those of the section's own for a part. */
  private isOpened(strengths: Float32Array, { headings, headed, own }: HeldAbove): boolean {
    const isNamed = this.isNamed(headings, headed)
    const given = isNamed ? headed : own
    let isAny = isNamed
    for (let term = 0; term < given.length; term++) {
      const strength = isNamed ? given[term]! : isWord(given[term]!) ? PASSAGE_WEIGHTS.opening : 0
      if (strength > strengths[term]!) strengths[term] = strength
      if (strength > 0) isAny = true
    }
    return isAny
  }

  /** Whether the headings say what is asked, the nearest of them some of it: what stands below is about nothing else. */
  private isNamed(headings: readonly string[], headed: Float32Array): boolean {
    const { shares, question } = this
    let said = 0
    for (let term = 0; term < shares.length; term++) if (isWord(headed[term]!)) said += shares[term]!
    if (said < PASSAGE_WEIGHTS.named) return false
    return presentTerms(headings.at(-1)!, question.terms).includes(true)
  }

  private rows(section: PreparedSection, holds: Uint8Array): Float32Array {
    const step = this.finders.length
    const strengths = this.room.float32(section.sentences.length * step)
    for (let first = 0; first < step; first++) this.finders[first]!.find(section, { strengths, first, step, holds })
    return strengths
  }

  /** Of the sentences that hold a word of the question only those stay whose paragraph is worth reading. */
  private dropUnworthy({ paragraphs }: PreparedSection, { strengths, holds }: Held): void {
    const worths = this.room.float64(paragraphs.length)
    for (let place = 0; place < paragraphs.length; place++) {
      const worth = this.worthOf(paragraphs[place]!, { strengths, holds })
      worths[place] = worth
      if (worth > this.mostHeld) this.mostHeld = worth
    }
    const least = PASSAGE_WEIGHTS.worthReading * this.mostHeld
    for (let place = 0; place < paragraphs.length; place++) {
      if (worths[place]! >= least) continue
      const { start, end } = paragraphs[place]!
      for (let sentence = start; sentence < end; sentence++) holds[sentence] = 0
    }
  }

  /** The share of the question that its sentences hold together. */
  private worthOf({ start, end }: SentenceRange, { strengths, holds }: Held): number {
    const { best, shares } = this
    let isAny = 0
    for (let sentence = start; sentence < end; sentence++) {
      if (holds[sentence] === 0) continue
      if (isAny === 0) clear(best)
      let any = 0
      for (let term = 0, at = sentence * best.length; term < best.length; term++, at++) {
        const strength = strengths[at]!
        if (strength > best[term]!) best[term] = strength
        if (strength !== 0) any = 1
      }
      holds[sentence] = any // pieces of a word that are too few for it
      isAny = 1
    }
    let worth = 0
    if (isAny === 1) for (let term = 0; term < best.length; term++) worth += shares[term]! * best[term]!
    return worth
  }

  /** What a paragraph's own words and the headings above it count, discounted, where a sentence does not say them. */
  private around({ blocks }: PreparedSection, { strengths, holds }: Held, above: Float32Array): Float32Array {
    const terms = above.length
    const around = this.room.float32((blocks.length === 0 ? 0 : blocks.at(-1)! + 1) * terms)
    for (let row = 0; row < around.length; row += terms) {
      for (let term = 0; term < terms; term++) around[row + term] = above[term]!
    }
    for (let sentence = 0; sentence < blocks.length; sentence++) {
      if (holds[sentence] === 0) continue
      for (let cell = blocks[sentence]! * terms, end = cell + terms, at = sentence * terms; cell < end; cell++, at++) {
        const strength = PASSAGE_WEIGHTS.paragraph * strengths[at]!
        if (strength > around[cell]!) around[cell] = strength
      }
    }
    return around
  }

  /** The windows that begin here and hold a word of the question. */
  private scoreWindows(match: SectionMatch, first: number): void {
    const { section, strengths, holds, formed, scores, firsts, lasts } = match
    const { best, sums } = this
    const terms = best.length
    const end = Math.min(holds.length, first + PASSAGE_WEIGHTS.windowSentences)
    let isAny = 0
    for (let at = first; at < end; at++) isAny |= holds[at]!
    if (isAny === 0) return
    clear(best)
    clear(sums)
    let words = 0
    let isHeld = 0
    let isFormed = 0
    for (let last = first; last < end; last++) {
      words += section.lengths[last]!
      isFormed |= formed[last]!
      if (holds[last] === 1) {
        isHeld = 1
        for (let term = 0, at = last * terms; term < terms; term++, at++) {
          const strength = strengths[at]!
          if (strength > best[term]!) best[term] = strength
          sums[term]! += strength
        }
      }
      if (isHeld === 0) continue
      const score = this.scoreOf(match, words, last) + PASSAGE_WEIGHTS.answerForm * isFormed
      // Each of its sentences keeps the best window.
      for (let sentence = first; sentence <= last; sentence++) {
        if (score <= scores[sentence]!) continue
        scores[sentence] = score
        firsts[sentence] = first
        lasts[sentence] = last
      }
    }
  }

  private scoreOf({ section, around }: SectionMatch, words: number, last: number): number {
    const { best, sums, shares } = this
    const saturation = BM25_K1 * (1 - BM25_B + (BM25_B * words) / USUAL_WORDS)
    let covered = 0
    let frequent = 0
    for (let term = 0, at = section.blocks[last]! * shares.length; term < shares.length; term++, at++) {
      const share = shares[term]!
      const sum = sums[term]!
      covered += share * Math.max(best[term]!, around[at]!)
      if (sum > 0) frequent += (share * sum * (BM25_K1 + 1)) / (sum + saturation)
    }
    return PASSAGE_WEIGHTS.frequency * frequent + (1 - PASSAGE_WEIGHTS.frequency) * covered
  }
}
