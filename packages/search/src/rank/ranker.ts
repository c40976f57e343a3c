import type { QueryTerm } from '../analyse/query-terms.ts'
import { finish, IndexFormatError, type Steps } from '../index/binary.ts'
import { compacted, isWorthCompacting } from './compaction.ts'
import type { Corpus, RankerDocument } from './corpus.ts'
import { corpusBytes, emptyCorpus, loadCorpus, saveCorpus } from './corpus-file.ts'
import { Deadline } from './deadline.ts'
import { type Explanation, explainSections } from './explain.ts'
import { type AnalysedQuery, analyseQuery, parseQuery } from './rank-query.ts'
import type { RankedSection, Ranking, RankOptions, RankSearchOptions, ScoredSection } from './ranked-section.ts'
import { Search } from './ranking.ts'
import { type RankTools, Scratch } from './scratch.ts'
import { DEFAULT_WEIGHTS, type RankWeights } from './weights.ts'
import { WordInformation } from './word-information.ts'

export interface RankerOptions {
  /** For experiments; the shipped order is that of DEFAULT_WEIGHTS. */
  readonly weights?: Partial<RankWeights>
}

/** Documents, kept as sections and found by what their words, titles and headings say. */
export interface Ranker {
  /** Documents. */
  readonly size: number
  /** Memory held by the index. */
  readonly byteSize: number
  has(key: string): boolean
  keys(): string[]
  /** A key that is there already is replaced. What removed documents took is given back when it is much. */
  add(document: RankerDocument): void
  /**
   * The same in steps of some milliseconds, for a document may be long: until the last one searches find what was there before.
   * Nothing is given back. Whoever changes the index next waits until all steps are done.
   */
  addInSteps(document: RankerDocument): Steps<void>
  /** Gives back what removed documents took when it is much; true when sections have other numbers since. */
  tidyInSteps(): Steps<boolean>
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

export function createRanker(options: RankerOptions = {}): Ranker {
  return rankerOf(emptyCorpus(), { ...DEFAULT_WEIGHTS, ...options.weights })
}

/** Opens what `save` wrote, where it lies (the bytes belong to the ranker from then on); throws `IndexFormatError`. */
export function loadRanker(bytes: Uint8Array, options: RankerOptions = {}): Ranker {
  return rankerOf(loadCorpus(bytes), { ...DEFAULT_WEIGHTS, ...options.weights })
}

/** The same; undefined for bytes that are no index, or one of another format. */
export function loadRankerIfFit(bytes: Uint8Array): Ranker | undefined {
  try {
    return loadRanker(bytes)
  } catch (error) {
    if (error instanceof IndexFormatError) return undefined
    throw error
  }
}

function rankerOf(initial: Corpus, weights: RankWeights): Ranker {
  let corpus = initial
  let scratch = new Scratch()
  let information = new WordInformation()
  // Whoever ranks a query has usually asked for its terms just before.
  let asked: AnalysedQuery | undefined
  const analysed = (text: string): AnalysedQuery => {
    if (asked?.text !== text) asked = analyseQuery(text, corpus.segmenter)
    return asked
  }
  const toolsFor = (text: string): RankTools => ({ corpus, query: parseQuery(analysed(text), corpus.parts), weights, scratch })
  const begin = (text: string, { accept, isOver }: RankOptions): Search =>
    new Search(toolsFor(text), { accept, deadline: new Deadline(isOver) })
  function* tidyInSteps(): Steps<boolean> {
    if (!isWorthCompacting(corpus)) return false
    const before = corpus
    corpus = yield* compacted(before)
    before.revision++ // rankings of it end: its sections are numbered anew
    // Both remember things of the corpus that they last looked at, and so would keep it.
    scratch = new Scratch()
    information = new WordInformation()
    return true
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
      finish(corpus.add(document))
      finish(tidyInSteps())
    },
    addInSteps: (document) => corpus.add(document),
    tidyInSteps,
    remove: (key) => corpus.remove(key),
    search: (text, options = {}) => begin(text, options).best(options),
    rank: (text, options = {}) => begin(text, options),
    locate: (ordinal) => corpus.locate(ordinal),
    terms: (text) => analysed(text).terms,
    information: (term) => information.of(corpus, term),
    explain: (text, sections) => explainSections(toolsFor(text), sections),
    save: (room = 0) => finish(saveCorpus(corpus, room)),
    *saveInSteps(room = 0) {
      const saved = corpus
      const { writes } = saved
      const steps = saveCorpus(saved, room)
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done === true) return step.value
        yield
        if (corpus !== saved || saved.writes !== writes) return undefined
      }
    },
  }
}
