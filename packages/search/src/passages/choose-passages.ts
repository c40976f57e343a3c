import type { QueryTerm } from '../analyse/query-terms.ts'
import { ColumnRoom } from './column-room.ts'
import { confidenceIn, type PassageEvidence } from './confidence.ts'
import { informationIn } from './information.ts'
import { QuestionMatcher, type SectionMatch } from './match-section.ts'
import { PASSAGE_WEIGHTS } from './passage-weights.ts'
import { type Information, type Question, readQuestion } from './question.ts'
import { scoreSentences } from './score-sentences.ts'
import { type Headings, type PreparedSection, prepareSection } from './section.ts'
import { type Run, Taken } from './taken.ts'
import { isWord } from './term-finder.ts'

/** A section that ranked, or whatever a family keeps its texts in (a chunk, a card). */
export interface PassageSource {
  /** Its text; `prepareSection(text, startLine)` where the caller keeps that from one question to the next. */
  readonly text: string | PreparedSection
  /** The line of the file on which the text begins. Default 1. */
  readonly startLine?: number
  /** Title and headings above the text: what it is about without saying so. */
  readonly headings?: readonly string[]
  /** The nearest of them is this text's own, in a document of several: it says what the text is about. Default: it is the document's. */
  readonly hasOwnHeading?: boolean
  /** Of the ranking that found it; how much it is ahead of others counts. Any scale, higher is better. Default: all alike. */
  readonly score?: number
  /** Sources of one document do not compete. Default: every source is a document. */
  readonly document?: string
}

export interface PassageLimits {
  /** Default 3. */
  readonly maxPassages?: number
  /** Over all passages. Default 1,500. */
  readonly maxChars?: number
}

export interface PassageOptions extends PassageLimits {
  /** How much each word tells; `ranker.information` where there is a ranker. Default: counted in the sources. */
  readonly information?: Information
  /** The query's words, where the caller knows them; `ranker.terms(query)` where there is a ranker. */
  readonly terms?: readonly QueryTerm[]
}

export interface Passage {
  /** The place of its source among those given. */
  readonly source: number
  /** Verbatim: `text` of the source from `start` to `end` (UTF-16 offsets). */
  readonly text: string
  readonly start: number
  readonly end: number
  readonly startLine: number
  readonly endLine: number
  /** 0..1: how surely it answers; see confidence.ts. */
  readonly confidence: number
  /** What the confidence was made of. */
  readonly evidence: PassageEvidence
  /** Its sentences, by their places in the section, and what each holds of the question. */
  readonly sentences: readonly PassageSentence[]
  /** By term of the question, whether the headings above hold it. */
  readonly headed: Uint8Array
}

export interface PassageSentence {
  readonly place: number
  /** By term of the question, whether it stands there, as it is or inflected. */
  readonly held: Uint8Array
}

export const DEFAULT_MAX_PASSAGES = 3
export const DEFAULT_MAX_CHARS = 1_500

/** Passages are chosen at one go: nobody else needs the room meanwhile. */
const ROOM = new ColumnRoom()

/** The sentences that say most of what is asked, with what stands beside them, as far as the limits go; surest first. */
export function choosePassages(query: string, sources: readonly PassageSource[], options: PassageOptions = {}): Passage[] {
  const { maxPassages = DEFAULT_MAX_PASSAGES, maxChars = DEFAULT_MAX_CHARS } = options
  const sections = sources.map(({ text, startLine }) => (typeof text === 'string' ? prepareSection(text, startLine) : text))
  const question = readQuestion(query, options.information ?? informationIn(sections), options.terms)
  ROOM.begin()
  const matcher = new QuestionMatcher(question, ROOM)
  const matches = sections.map((section, place) => matcher.match(section, headingsOf(sources[place]!)))
  const bonuses = rankBonuses(sources)
  const taken = new Taken(sections, { maxPassages, maxChars })
  const scores = scoreSentences(question, matches, ROOM).map((own, source) => withNeighbours(own, bonuses[source]!))
  for (const { source, place } of inOrder(scores)) {
    taken.add(source, place)
    if (taken.isFull) break
  }
  taken.grow()
  const rivals = rivalsOf(sources, matches, bonuses)
  const found = taken.runs().map((run) => passageOf(run, { question, matcher, matches, bonuses, rivals }))
  return found.toSorted((a, b) => b.evidence.score - a.evidence.score || b.confidence - a.confidence || a.source - b.source)
}

/** How surely anything of what was chosen answers. The first has what is asked most fully, another may be surer for what it lacks. */
export function bestConfidence(passages: readonly { readonly confidence: number }[]): number {
  return Math.max(0, ...passages.map(({ confidence }) => confidence))
}

function headingsOf({ headings = [], hasOwnHeading = false }: PassageSource): Headings {
  return { headings, hasOwnHeading }
}

/** What each source gets for its place in the ranking. */
function rankBonuses(sources: readonly PassageSource[]): number[] {
  const best = bestScore(sources)
  return sources.map(({ score, hasOwnHeading }) => {
    if (best === 0 || score === undefined) return 0
    const behind = 1 - Math.max(0, score) / best
    return Math.max(
      0,
      PASSAGE_WEIGHTS.rank - (hasOwnHeading === true ? PASSAGE_WEIGHTS.rankBehind : PASSAGE_WEIGHTS.rank) * behind,
    )
  })
}

function bestScore(sources: readonly PassageSource[]): number {
  return Math.max(0, ...sources.map(({ score = 0 }) => score))
}

/** What ranks far behind may hold the answer, but its words cast no doubt on that of the best. */
function isRival(score: number | undefined, best: number): boolean {
  return score === undefined || score >= PASSAGE_WEIGHTS.rival * best
}

interface Place {
  readonly source: number
  readonly place: number
  readonly score: number
}

/** The sentences worth showing, best first: those of paragraphs that hold words of the question, and their neighbours. */
function inOrder(sections: readonly Float64Array[]): Place[] {
  const best: Place[] = []
  let least = 0
  for (let source = 0; source < sections.length; source++) {
    const scores = sections[source]!
    for (let place = 0; place < scores.length; place++) {
      const score = scores[place]!
      if (score <= least) continue
      insert(best, { source, place, score })
      if (best.length <= MAX_TRIED) continue
      best.pop()
      least = best[MAX_TRIED - 1]!.score
    }
  }
  return best
}

/** Behind those that score the same: they were met before it. */
function insert(best: Place[], added: Place): void {
  let at = best.push(added) - 1
  for (; at > 0 && best[at - 1]!.score < added.score; at--) best[at] = best[at - 1]!
  best[at] = added
}

/** So many of the best sentences are tried; what room they leave goes to the neighbours of those that were taken. */
const MAX_TRIED = 100

/** Each sentence's score with the bonus of its section, or what it gets from a neighbour when that is more. */
function withNeighbours(scores: Float64Array, bonus: number): Float64Array {
  const all = ROOM.float64(scores.length)
  for (let place = 0; place < scores.length; place++) {
    if (scores[place] === 0) continue
    const own = scores[place]! + bonus
    if (own > all[place]!) all[place] = own
    let share = 1
    for (let distance = 1; distance < PASSAGE_WEIGHTS.windowSentences; distance++) {
      share *= PASSAGE_WEIGHTS.neighbour
      const given = share * own
      if (place >= distance && given > all[place - distance]!) all[place - distance] = given
      if (place + distance < all.length && given > all[place + distance]!) all[place + distance] = given
    }
  }
  return all
}

interface Chosen {
  readonly question: Question
  readonly matcher: QuestionMatcher
  readonly matches: readonly SectionMatch[]
  readonly bonuses: readonly number[]
  readonly rivals: readonly Rival[]
}

/** The best that a source has against passages of other documents; 0 when it ranks too far behind. */
interface Rival {
  readonly document: string | number
  readonly score: number
}

function rivalsOf(sources: readonly PassageSource[], matches: readonly SectionMatch[], bonuses: readonly number[]): Rival[] {
  const best = bestScore(sources)
  return sources.map(({ document, score }, source) => {
    const top = highest(matches[source]!.scores)
    return { document: document ?? source, score: top > 0 && isRival(score, best) ? top + bonuses[source]! : 0 }
  })
}

function highest(scores: Float64Array): number {
  let most = 0
  for (let place = 0; place < scores.length; place++) if (scores[place]! > most) most = scores[place]!
  return most
}

function passageOf(run: Run, chosen: Chosen): Passage {
  const { source, start, end } = run
  const { section } = chosen.matches[source]!
  const evidence = evidenceOf(run, chosen)
  return {
    source,
    text: section.text.slice(start, end),
    start,
    end,
    startLine: section.sentences.at(run.first).startLine,
    endLine: section.sentences.at(run.last).endLine,
    confidence: confidenceIn(evidence, chosen.question.language),
    evidence,
    sentences: sentencesOf(run, chosen),
    headed: heldIn(chosen.matches[source]!.headed, 0, chosen.question.terms.length),
  }
}

function sentencesOf({ source, first, last }: Run, { question, matches }: Chosen): PassageSentence[] {
  const { strengths } = matches[source]!
  const sentences: PassageSentence[] = []
  for (let place = first; place <= last; place++) sentences.push({ place, held: heldIn(strengths, place, question.terms.length) })
  return sentences
}

/** Which terms a row of strengths has as words. */
function heldIn(strengths: Float32Array, row: number, terms: number): Uint8Array {
  const held = new Uint8Array(terms)
  for (let term = 0, at = row * terms; term < terms; term++, at++) if (isWord(strengths[at]!)) held[term] = 1
  return held
}

function evidenceOf({ source, first, last }: Run, { matcher, matches, bonuses, rivals }: Chosen): PassageEvidence {
  const match = matches[source]!
  const { document } = rivals[source]!
  let next = 0
  for (const rival of rivals) if (rival.document !== document) next = Math.max(next, rival.score)
  let top = first
  for (let at = first; at <= last; at++) if (match.scores[at]! > match.scores[top]!) top = at
  if (match.scores[top] === 0) return { held: 0, covered: 0, close: 0, missing: 1, score: 0, next }
  const window = matcher.describe(match, match.firsts[top]!, match.lasts[top]!)
  return { ...window, score: match.scores[top]! + bonuses[source]!, next }
}
