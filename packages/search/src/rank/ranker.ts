import { createJapaneseSegmenter } from '../analyse/japanese.ts'
import type { QueryTerm } from '../analyse/query-terms.ts'
import { finish, IndexFormatError, type Steps } from '../index/binary.ts'
import type { Corpus, RankerDocument } from './corpus.ts'
import { compacted, corpusBytes, emptyCorpus, loadCorpus, saveCorpus } from './corpus-file.ts'
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

/** What was removed stays in the postings until it is this much, and more than a third of what is live. */
const COMPACT_FROM = 1_000

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
  const scratch = new Scratch()
  const segmenter = createJapaneseSegmenter()
  const information = new WordInformation()
  // Whoever ranks a query has usually asked for its terms just before.
  let asked: AnalysedQuery | undefined
  const analysed = (text: string): AnalysedQuery => {
    if (asked?.text !== text) asked = analyseQuery(text, segmenter)
    return asked
  }
  const toolsFor = (text: string): RankTools => ({ corpus, query: parseQuery(analysed(text), corpus.parts), weights, scratch })
  const begin = (text: string, { accept, isOver }: RankOptions): Search =>
    new Search(toolsFor(text), { accept, deadline: new Deadline(isOver) })
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
    explain: (text, sections) => explainSections(toolsFor(text), sections),
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
