import { createJapaneseSegmenter } from '../analyse/japanese.ts'
import type { QueryTerm } from '../analyse/query-terms.ts'
import { finish, type Steps } from '../index/binary.ts'
import { BestSections, type Chosen, inOrder, limitedPerDocument, Selection, slice } from './candidates.ts'
import type { Corpus, RankerDocument } from './corpus.ts'
import { compacted, corpusBytes, emptyCorpus, loadCorpus, saveCorpus } from './corpus-file.ts'
import { Deadline } from './deadline.ts'
import { type ExplainTools, type Explanation, explain } from './explain.ts'
import { LateInteraction } from './late-interaction.ts'
import { type AnalysedQuery, analyseQuery, parseQuery, type RankQuery } from './rank-query.ts'
import { Scorer } from './scorer.ts'
import { DEFAULT_WEIGHTS, type RankWeights } from './weights.ts'
import { WordInformation } from './word-information.ts'

export interface RankerOptions {
  /** For experiments; the shipped order is that of DEFAULT_WEIGHTS. */
  readonly weights?: Partial<RankWeights>
}

export interface RankOptions {
  /** Only documents whose key passes. */
  readonly accept?: (key: string) => boolean
  /** Asked every few thousand postings; once it says so, the search ends with what it has. */
  readonly isOver?: () => boolean
}

export interface RankSearchOptions extends RankOptions {
  /** How many sections at most. Default 10. */
  readonly limit?: number
  /** Only the best section of each document. */
  readonly perDocument?: boolean
  /** Adds what each score is made of. */
  readonly explain?: boolean
}

/** What a search came to. Others may search meanwhile; a change of the documents ends it. */
export interface Ranking {
  /** The best sections that were not taken yet, best first; fewer than asked for when there are no more. */
  take(count: number, options?: TakeOptions): TakenSection[]
  /** It was over before every word was scored everywhere: the order is that of the words it got to. */
  readonly cut: boolean
}

export interface TakeOptions {
  /** Sections whose body holds no word of the query are passed over, for good. */
  readonly withWords?: boolean
}

export interface RankedSection {
  readonly key: string
  /** The section's place among the document's sections, from 0. */
  readonly section: number
  readonly score: number
  /** The query's words (as `queryTerms` gives them) that stand in the section, by their place in the query. */
  readonly terms: readonly number[]
  /** One of them may stand in the section's own heading: its headings or the title hold some. */
  readonly headed: boolean
  readonly explanation?: Explanation
}

/** What a ranking gives: less than a search, for it gives hundreds. */
export interface TakenSection extends Pick<RankedSection, 'score' | 'terms' | 'headed'> {
  /** The section's place among all sections of the index, until a document is added or removed; `locate` says where that is. */
  readonly ordinal: number
}

export type ScoredSection = Pick<RankedSection, 'key' | 'section' | 'score'>

/** Documents, kept as sections and found by what their words, titles and headings say. */
export interface Ranker {
  /** Documents. */
  readonly size: number
  /** Memory held by the index. */
  readonly byteSize: number
  has(key: string): boolean
  keys(): string[]
  /** A key that is there already is replaced. */
  add(document: RankerDocument): void
  /** False when there was nothing to remove. */
  remove(key: string): boolean
  /** Best first; equal scores by key, then section. The same documents give the same answer, however they came in. */
  search(query: string, options?: RankSearchOptions): RankedSection[]
  /** The same search, as far down as somebody wants to go, and whether `isOver` cut it short. */
  rank(query: string, options?: RankOptions): Ranking
  /** The document that the section belongs to, and its place there. */
  locate(ordinal: number): Pick<RankedSection, 'key' | 'section'>
  /** The query's words as `RankedSection.terms` numbers them. */
  terms(query: string): readonly QueryTerm[]
  /** How much a word tells (in nats), by how often the texts say it: what `choosePassages` wants to know. */
  information(term: QueryTerm): number
  /** What the scores of sections that a search for this query gave are made of; undefined for one that is no longer there. */
  explain(query: string, sections: readonly ScoredSection[]): (Explanation | undefined)[]
  /** Version, checksum and everything needed to load, behind `room` free bytes (a multiple of 8) for what else goes into the file. */
  save(room?: number): Uint8Array
  /** The same in steps of some milliseconds; undefined when a document was added or removed in between. */
  saveInSteps(room?: number): Steps<Uint8Array | undefined>
}

/** So many sections, the best by lexical score, are looked at word by word. */
const LATE_DEPTH = 64
/** At least so many are chosen at a time: each choice looks at everything that has a score. */
const BLOCK = 300
/** When only one section of a document can win, this many are given the chance. */
const SECTIONS_TRIED = 8
/** About what reading one section takes, for the deadline. */
const WORDS_READ = 500
const NOTHING: Chosen = { sections: [], scores: [] }
/** What was removed stays in the postings until it is this much, and more than a third of what is live. */
const COMPACT_FROM = 1_000

export function createRanker(options: RankerOptions = {}): Ranker {
  return rankerOf(emptyCorpus(), { ...DEFAULT_WEIGHTS, ...options.weights })
}

/** Opens what `save` wrote, where it lies (the bytes belong to the ranker from then on); throws `IndexFormatError`. */
export function loadRanker(bytes: Uint8Array, options: RankerOptions = {}): Ranker {
  return rankerOf(loadCorpus(bytes), { ...DEFAULT_WEIGHTS, ...options.weights })
}

function rankerOf(initial: Corpus, weights: RankWeights): Ranker {
  let corpus = initial
  const tools = { scorer: new Scorer(corpus), best: new BestSections(), late: new LateInteraction(), weights }
  const segmenter = createJapaneseSegmenter()
  const information = new WordInformation()
  // Whoever ranks a query has usually asked for its terms just before.
  let asked: AnalysedQuery | undefined
  const analysed = (text: string): AnalysedQuery => {
    if (asked?.text !== text) asked = analyseQuery(text, segmenter)
    return asked
  }
  const read = (text: string): RankQuery => parseQuery(analysed(text), corpus.parts)
  const begin = (text: string, options: RankOptions): Search => {
    const deadline = new Deadline(options.isOver)
    return new Search({ ...tools, corpus, query: read(text) }, { accept: options.accept, deadline })
  }
  const compactIfWorthwhile = (): void => {
    const removed = corpus.parts.documentOf.length - corpus.liveSections + corpus.parts.keys.length - corpus.size
    if (removed > COMPACT_FROM && removed * 3 > corpus.liveSections) corpus = compacted(corpus)
  }
  return {
    get size() {
      return corpus.size
    },
    get byteSize() {
      return corpusBytes(corpus)
    },
    has: (key) => corpus.documentNumber(key) !== undefined,
    keys: () => corpus.keys(),
    add(document) {
      corpus.add(document)
      compactIfWorthwhile()
    },
    remove(key) {
      const removed = corpus.remove(key)
      compactIfWorthwhile()
      return removed
    },
    search: (text, options = {}) => begin(text, options).best(options),
    rank: (text, options = {}) => begin(text, options),
    locate: (ordinal) => corpus.locate(ordinal),
    terms: (text) => analysed(text).terms,
    information: (term) => information.of(corpus, term),
    explain: (text, sections) => explainSections({ ...tools, corpus, query: read(text) }, sections),
    save: (room = 0) => finish(saveCorpus(corpus, room)),
    *saveInSteps(room = 0) {
      const saved = corpus
      const { revision } = saved
      const steps = saveCorpus(saved, room)
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done === true) return step.value
        yield
        if (corpus !== saved || saved.revision !== revision) return undefined
      }
    },
  }
}

/** One query from its scores to its best sections. */
class Search implements Ranking {
  private readonly tools: SearchTools
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

  constructor(tools: SearchTools, { accept, deadline }: SearchLimits) {
    const { corpus, query, weights, scorer, best } = tools
    this.tools = tools
    this.deadline = deadline
    this.idfs = scorer.score(corpus, { query, weights, deadline })
    this.run = scorer.run
    this.revision = corpus.revision
    this.selection = new Selection(corpus, { scorer, best, accept })
  }

  get cut(): boolean {
    return this.deadline.wasReached
  }

  take(count: number, { withWords = false }: TakeOptions = {}): TakenSection[] {
    const { scorer } = this.tools
    if (!this.isCurrent()) return []
    const sections: TakenSection[] = []
    while (sections.length < count && this.hasMore(count - sections.length, withWords)) {
      const place = this.taken++
      const section = this.ready.sections[place]!
      if (withWords && !scorer.held.some(section)) continue
      sections.push(this.shown(section, this.ready.scores[place]!))
    }
    return sections
  }

  /** The tables are those of the last search: when that was another one, they are made anew. Numbers of sections outlive no change. */
  private isCurrent(): boolean {
    const { corpus, query, weights, scorer } = this.tools
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
    const { corpus, query, weights, late, best } = this.tools
    const { deadline, idfs } = this
    const depth = Math.min(LATE_DEPTH, chosen.sections.length)
    late.begin({ parts: corpus.parts, query, idfs, weights, deadline })
    best.reset(depth)
    for (let place = 0; place < depth; place++) {
      const section = chosen.sections[place]!
      best.add(section, chosen.scores[place]! + (deadline.isReached(WORDS_READ) ? 0 : late.score(section)))
    }
    const read = inOrder(corpus, best.all())
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
    const { scorer } = this.tools
    return { ordinal: section, score, terms: scorer.held.of(section), headed: scorer.isHeaded(section) }
  }
}

function located(corpus: Corpus, { ordinal, ...found }: TakenSection): RankedSection {
  return { ...corpus.locate(ordinal), ...found }
}

interface SearchTools extends ExplainTools {
  readonly best: BestSections
}

interface SearchLimits {
  readonly accept: ((key: string) => boolean) | undefined
  readonly deadline: Deadline
}

function explainSections(tools: ExplainTools, sections: readonly ScoredSection[]): (Explanation | undefined)[] {
  const { corpus } = tools
  const { firstSections, sectionCounts } = corpus.parts
  const places: number[] = []
  const known = sections.filter(({ key, section }) => {
    const document = corpus.documentNumber(key)
    const isThere = document !== undefined && section < sectionCounts.data[document]!
    if (isThere) places.push(firstSections.data[document]! + section)
    return isThere
  })
  const chosen = { sections: places, scores: known.map(({ score }) => score) }
  const explanations = new Map(explain(tools, chosen).map((explanation, place) => [known[place], explanation]))
  return sections.map((section) => explanations.get(section))
}
