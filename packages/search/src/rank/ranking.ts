import { type Chosen, limitedPerDocument, Selection, slice } from './candidates.ts'
import type { Corpus } from './corpus.ts'
import { Deadline } from './deadline.ts'
import { explain } from './explain.ts'
import type { RankedSection, Ranking, RankSearchOptions, TakenSection, TakeOptions } from './ranked-section.ts'
import type { RankTools } from './scratch.ts'

/** So many sections, the best by lexical score, are looked at word by word. */
const LATE_DEPTH = 64
/** At least so many are chosen at a time: each choice looks at everything that has a score. */
const BLOCK = 300
/** When only one section of a document can win, this many are given the chance. */
const SECTIONS_TRIED = 8
/** About what reading one section takes, for the deadline. */
const WORDS_READ = 500
const NOTHING: Chosen = { sections: [], scores: [] }

/** One query from its scores to its best sections. */
export class Search implements Ranking {
  private readonly tools: RankTools
  private readonly deadline: Deadline
  private idfs: readonly number[]
  private readonly selection: Selection
  private run: number
  private readonly revision: number
  /** In their final order, and how many of them were taken. */
  private ready = NOTHING
  private taken = 0
  /** There are none beyond those that are ready. */
  private isLast = false

  constructor(tools: RankTools, { accept, deadline }: SearchLimits) {
    const { corpus, query, weights, scratch } = tools
    const { scorer } = scratch
    this.tools = tools
    this.deadline = deadline
    this.idfs = scorer.score(corpus, { query, weights, deadline })
    this.run = scorer.run
    this.revision = corpus.revision
    this.selection = new Selection(corpus, { scratch, accept })
  }

  get cut(): boolean {
    return this.deadline.wasReached
  }

  take(count: number, { withWords = false }: TakeOptions = {}): TakenSection[] {
    const { scorer } = this.tools.scratch
    if (!this.isCurrent()) return []
    const sections: TakenSection[] = []
    while (sections.length < count && this.hasMore(count - sections.length, withWords)) {
      const place = this.taken++
      const section = this.ready.sections[place]!
      if (withWords && !scorer.matched.some(section)) continue
      sections.push(this.shown(section, this.ready.scores[place]!))
    }
    return sections
  }

  /** The tables are those of the last search: when that was another one, they are made anew. Numbers of sections outlive no change. */
  private isCurrent(): boolean {
    const { corpus, query, weights } = this.tools
    const { scorer } = this.tools.scratch
    if (corpus.revision !== this.revision) return false
    if (this.run === scorer.run) return true
    this.idfs = scorer.score(corpus, { query, weights, deadline: new Deadline() })
    this.run = scorer.run
    return true
  }

  /** What `search` gives. */
  best({ limit = 10, perDocument = false, explain: isExplained = false }: RankSearchOptions): RankedSection[] {
    const { corpus } = this.tools
    if (!perDocument && !isExplained) return this.take(limit).map((taken) => located(corpus, taken))
    const depth = Math.max(LATE_DEPTH, limit)
    const found = this.selection.take(perDocument ? depth * 4 : depth)
    const tried = perDocument ? slice(limitedPerDocument(corpus, found, SECTIONS_TRIED), 0, depth) : found
    this.readLate(tried)
    const chosen = slice(perDocument ? limitedPerDocument(corpus, tried, 1) : tried, 0, limit)
    const hits = chosen.sections.map((section, place) => located(corpus, this.shown(section, chosen.scores[place]!)))
    if (!isExplained) return hits
    const explanations = explain(this.tools, chosen)
    return hits.map((hit, place) => ({ ...hit, explanation: explanations[place]! }))
  }

  /** Looks at the first word by word and puts them in their final order. What that adds is never negative: the rest stay behind them. */
  private readLate(chosen: Chosen): void {
    const { corpus, query, weights } = this.tools
    const { late, best } = this.tools.scratch
    const { deadline, idfs } = this
    const depth = Math.min(LATE_DEPTH, chosen.sections.length)
    late.begin({ parts: corpus.parts, query, sections: chosen.sections.slice(0, depth), idfs, weights, deadline })
    best.reset(depth)
    for (let place = 0; place < depth; place++) {
      const section = chosen.sections[place]!
      best.add(section, chosen.scores[place]! + (deadline.isReached(WORDS_READ) ? 0 : late.score(section)))
    }
    const read = best.inOrder(corpus)
    for (let place = 0; place < depth; place++) {
      chosen.sections[place] = read.sections[place]!
      chosen.scores[place] = read.scores[place]!
    }
  }

  /** Chooses the next block, of at least so many, when all that is ready was taken. */
  private hasMore(count: number, withWords: boolean): boolean {
    if (this.taken < this.ready.sections.length) return true
    if (this.isLast) return false
    const wanted = Math.max(BLOCK, count)
    const chosen = this.selection.take(wanted, withWords)
    if (this.ready === NOTHING) this.readLate(chosen)
    this.ready = chosen
    this.taken = 0
    this.isLast = chosen.sections.length < wanted
    return chosen.sections.length > 0
  }

  private shown(section: number, score: number): TakenSection {
    const { scorer } = this.tools.scratch
    return { ordinal: section, score, terms: scorer.matched.of(section), headed: scorer.isHeaded(section) }
  }
}

function located(corpus: Corpus, { ordinal, ...found }: TakenSection): RankedSection {
  return { ...corpus.locate(ordinal), ...found }
}

export interface SearchLimits {
  readonly accept: ((key: string) => boolean) | undefined
  readonly deadline: Deadline
}
