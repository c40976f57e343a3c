import type { NumberList } from '../index/growable.ts'
import { PostingBuffer } from '../index/posting-lists.ts'
import { type Counted, Tally } from '../index/tally.ts'
import type { ChannelPostings, FieldPostings } from './channel-postings.ts'
import { type Corpus, REMOVED } from './corpus.ts'
import { Deadline } from './deadline.ts'
import { type GramCounts, GramMemory } from './gram-counts.ts'
import { HeldWords } from './held-words.ts'
import type { RankQuery, TermGroup } from './rank-query.ts'
import { ScoreBoard, type TermScore } from './score-board.ts'
import type { RankWeights } from './weights.ts'

/** What a word or a gram counts for. */
interface ScorePart {
  /** Its place among the query's words; undefined for a gram. */
  readonly word: number | undefined
  readonly observe: ScoreObserver | undefined
  /** By whose lengths it is judged. */
  readonly lengths: ChannelPostings
  readonly weights: RankWeights
  /** What the field weights are multiplied by. */
  readonly share: number
  readonly times: number
}

/** A group of terms to score, and where its occurrences are counted. */
interface GroupPart extends ScorePart {
  readonly group: TermGroup
  readonly postings: ChannelPostings
  /** Whether bodies are looked at; titles and headings always are. */
  readonly body: boolean
}

const NO_LENGTHS = new Uint32Array(0)
/** A gram of more sections than this, and than a tenth of all, takes time and tells nothing: its bodies are left out. */
const COMMON_GRAM = 500
/** About what a gram takes that was counted before, in postings. */
const GRAM_WORK = 256
/** A gram of so many words is worth remembering. */
const MANY_WORDS = 8

/** Which addend of a score was just added, and for which of the query's words; undefined for grams. */
export type ScoreObserver = (field: 'headings' | 'body' | 'title', word: number | undefined) => void

export interface ScoreRequest {
  readonly query: RankQuery
  readonly weights: RankWeights
  readonly deadline: Deadline
  /** Called after each addend, for those who want to know what a score is made of. */
  readonly observe?: ScoreObserver
}

/** Scores of one query, by section and by document. */
export class Scorer {
  readonly sections = new ScoreBoard()
  readonly documents = new ScoreBoard()
  readonly held = new HeldWords()
  /** Tells one query from the next. */
  run = 0

  /** Sections and documents whose headings or title hold a word of the query. */
  private headed = new Uint8Array(0)
  private titled = new Uint8Array(0)
  private readonly inSections = new Tally()
  private readonly inDocuments = new Tally()
  private readonly buffer = new PostingBuffer()
  private readonly gramMemory = new GramMemory()
  /** The one that is scored at the moment. */
  private readonly term: TermScore = { factor: 0, base: 0, slope: 0, lengths: NO_LENGTHS }
  private corpus: Corpus
  private deadline = new Deadline()

  constructor(corpus: Corpus) {
    this.corpus = corpus
  }

  /**
   * Adds up the BM25 parts of a query, as many as the deadline lets it. Returns each word's idf among the documents, the
   * measure of the late parts; 0 for a word that was not reached.
   */
  score(corpus: Corpus, { query, weights, observe, deadline }: ScoreRequest): number[] {
    this.corpus = corpus
    this.deadline = deadline
    this.reset()
    const { words, grams } = corpus.parts
    const adjusted = { ...weights, title: weights.title * Math.min(1, weights.titleWords / Math.max(1, query.terms.length)) }
    const idfs = query.words.map((group, word) =>
      this.scoreGroup({
        word,
        observe,
        lengths: words,
        weights: adjusted,
        share: 1,
        times: 1,
        group,
        postings: words,
        body: true,
      }),
    )
    this.scoreExact(query, { word: undefined, observe, lengths: words, weights: adjusted, share: weights.exact, times: 1 })
    if (weights.grams === 0) return idfs
    const gramPart = { word: undefined, observe, lengths: grams, weights: adjusted, share: weights.grams, times: 1 }
    const partOf = (times: number): ScorePart => (times === 1 ? gramPart : { ...gramPart, times })
    for (const { gram, times } of query.latinGrams) this.scoreLatinGram(gram, partOf(times))
    for (const group of query.japaneseGrams) {
      this.scoreGroup({ ...partOf(group.times), group, postings: grams, body: this.isTelling(group, grams.body) })
    }
    return idfs
  }

  /** Where a word has other forms too, the one that was asked for counts a little more. */
  private scoreExact({ exact, words }: RankQuery, part: ScorePart): void {
    if (part.share === 0) return
    for (const [word, id] of exact.entries()) {
      if (id < 0 || words[word]!.ids.length < 2) continue
      this.scoreGroup({ ...part, group: { ids: [id], times: 1 }, postings: part.lengths, body: true })
    }
  }

  /** Whether a word of the query may stand in the section's own heading. One that is the title is not among its headings. */
  isHeaded(section: number): boolean {
    if (this.headed[section] !== 0) return true
    const { words, documentOf } = this.corpus.parts
    return words.headings.lengths.data[section] === 0 && this.titled[documentOf.data[section]!] !== 0
  }

  private scoreGroup(part: GroupPart): number {
    const { postings, word, observe } = part
    // However little time there was, something is found.
    if (this.deadline.wasReached && this.sections.length > 0) return 0
    this.gather(part.group, postings.headings)
    this.scoreSections(part, 'headings')
    if (word !== undefined) this.inSections.mark(this.headed)
    this.inSections.clear()
    observe?.('headings', word)
    const idf = part.body ? this.scoreBodies(part) : 0
    observe?.('body', word)
    this.scoreTitles(part)
    observe?.('title', word)
    return idf
  }

  private scoreLatinGram(gram: number, part: ScorePart): void {
    if (this.deadline.isReached(GRAM_WORK) && this.sections.length > 0) return
    const { vocabulary, words } = this.corpus.parts
    const known = this.gramMemory.get(gram)
    if (known !== undefined) {
      this.scoreCounts(known, part)
      return
    }
    const group = { ids: vocabulary.withGram(gram), times: part.times }
    if (group.ids.length < MANY_WORDS) {
      this.scoreGroup({ ...part, group, postings: words, body: this.isTelling(group, words.body) })
      return
    }
    const counts = this.countGram(group)
    if (!this.deadline.wasReached) this.gramMemory.set(gram, counts)
    this.scoreCounts(counts, part)
  }

  /** As `scoreGroup` does, without looking at postings. */
  private scoreCounts({ headings, body, documents, title }: GramCounts, part: ScorePart): void {
    const { weights, lengths, word, observe } = part
    this.addToSections(headings, part, 'headings')
    observe?.('headings', word)
    if (body !== undefined) this.addToSections(body, part, 'body')
    if (documents !== undefined) {
      this.addToDocuments(documents, part, {
        weight: weights.document,
        lengths: lengths.documentLengths,
        total: lengths.body.total,
      })
    }
    observe?.('body', word)
    this.addToDocuments(title, part, { weight: weights.title, lengths: lengths.title.lengths, total: lengths.title.total })
    observe?.('title', word)
  }

  private addToSections(counted: Counted, part: ScorePart, name: SectionField): void {
    const { length } = counted.owners
    if (length > 0) this.sections.addCounted(counted, this.sectionScore(part, name, length))
  }

  private addToDocuments(counted: Counted, part: ScorePart, field: DocumentField): void {
    const { length } = counted.owners
    if (length > 0) this.documents.addCounted(counted, this.documentScore(part, field, length))
  }

  private countGram(group: TermGroup): GramCounts {
    const { inSections, inDocuments, corpus } = this
    const { words, documentOf } = corpus.parts
    this.gather(group, words.headings)
    const headings = inSections.counted()
    inSections.clear()
    if (!this.isTelling(group, words.body))
      return { headings, body: undefined, documents: undefined, title: this.countTitles(group) }
    this.gather(group, words.body)
    const body = inSections.counted()
    inSections.addTo(inDocuments, documentOf.data)
    inSections.clear()
    const documents = inDocuments.counted()
    inDocuments.clear()
    return { headings, body, documents, title: this.countTitles(group) }
  }

  private countTitles(group: TermGroup): Counted {
    this.gatherTitles(group, this.corpus.parts.words.title)
    const title = this.inDocuments.counted()
    this.inDocuments.clear()
    return title
  }

  /** Whether few enough sections hold the gram. */
  private isTelling(group: TermGroup, field: FieldPostings): boolean {
    return this.countPostings(group, field) <= Math.max(COMMON_GRAM, this.corpus.liveSections / 10)
  }

  private scoreBodies(part: GroupPart): number {
    const { corpus, inSections, inDocuments } = this
    this.gather(part.group, part.postings.body)
    if (part.word !== undefined) this.held.add(part.word, inSections)
    this.scoreSections(part, 'body')
    inSections.addTo(inDocuments, corpus.parts.documentOf.data)
    inSections.clear()
    const idf = inverseFrequency(corpus.size, inDocuments.length)
    const { documentLengths, body } = part.lengths
    this.scoreDocuments(part, { weight: part.weights.document, lengths: documentLengths, total: body.total })
    return idf
  }

  private scoreTitles(part: GroupPart): void {
    const { inDocuments } = this
    this.gatherTitles(part.group, part.postings.title)
    if (part.word !== undefined) inDocuments.mark(this.titled)
    const { lengths, total } = part.lengths.title
    this.scoreDocuments(part, { weight: part.weights.title, lengths, total })
  }

  private gatherTitles({ ids }: TermGroup, { lists }: FieldPostings): void {
    const { corpus, inDocuments } = this
    const { keys } = corpus.parts
    for (const id of ids) lists.addUp(id, inDocuments)
    if (corpus.size < keys.length) inDocuments.keep((document) => keys[document] !== undefined)
  }

  /** Adds up how often the group's terms stand in each live section. */
  private gather(group: TermGroup, { lists }: FieldPostings): void {
    const { corpus, inSections, deadline } = this
    for (const id of group.ids) {
      if (deadline.isReached(lists.count(id)) && inSections.length > 0) break
      lists.addUp(id, inSections)
    }
    const { documentOf } = corpus.parts
    if (corpus.liveSections < documentOf.length) inSections.keep((section) => documentOf.data[section] !== REMOVED)
  }

  /** How many live postings the group's terms have; lists are only read when some of them may be dead. */
  private countPostings(group: TermGroup, field: FieldPostings): number {
    const { corpus } = this
    const { documentOf } = corpus.parts
    let sum = 0
    for (const id of group.ids) {
      sum += field.lists.count(id)
      if (documentOf.length === corpus.liveSections) continue
      const count = field.lists.decode(id, this.buffer)
      for (let i = 0; i < count; i++) if (documentOf.data[this.buffer.documents[i]!] === REMOVED) sum--
    }
    return sum
  }

  private scoreSections(part: GroupPart, name: SectionField): void {
    const { inSections } = this
    if (inSections.length > 0) this.sections.add(inSections, this.sectionScore(part, name, inSections.length))
  }

  /** Scores the documents just counted, and forgets the counts. */
  private scoreDocuments(part: GroupPart, field: DocumentField): void {
    const { inDocuments } = this
    if (inDocuments.length === 0) return
    this.documents.add(inDocuments, this.documentScore(part, field, inDocuments.length))
    inDocuments.clear()
  }

  private sectionScore({ lengths, weights, share, times }: ScorePart, name: SectionField, holders: number): TermScore {
    const { liveSections } = this.corpus
    const { k1, b } = weights
    const field = lengths[name]
    const weight = name === 'body' ? weights.section : weights.headings
    const { term } = this
    term.factor = weight * share * times * inverseFrequency(liveSections, holders) * (k1 + 1)
    term.base = k1 * (1 - b)
    term.slope = (k1 * b * liveSections) / field.total
    term.lengths = field.lengths.data
    return term
  }

  private documentScore({ weights, share, times }: ScorePart, field: DocumentField, holders: number): TermScore {
    const { size } = this.corpus
    const { k1, b } = weights
    const { term } = this
    term.factor = field.weight * share * times * inverseFrequency(size, holders) * (k1 + 1)
    term.base = k1 * (1 - b)
    term.slope = (k1 * b) / (field.total / size)
    term.lengths = field.lengths.data
    return term
  }

  private reset(): void {
    const { documentOf, keys } = this.corpus.parts
    this.run++
    this.gramMemory.follow(this.corpus)
    this.sections.reset(documentOf.length)
    this.documents.reset(keys.length)
    this.inSections.reserve(documentOf.length)
    this.inDocuments.reserve(keys.length)
    this.held.reset(documentOf.length)
    if (documentOf.length > this.headed.length) this.headed = new Uint8Array(documentOf.length * 2)
    else this.headed.fill(0, 0, documentOf.length)
    if (keys.length > this.titled.length) this.titled = new Uint8Array(keys.length * 2)
    else this.titled.fill(0, 0, keys.length)
  }
}

type SectionField = 'headings' | 'body'

/** One way to look at documents: what it counts, by whose lengths. */
interface DocumentField {
  readonly weight: number
  readonly lengths: NumberList
  /** The sum of all lengths. */
  readonly total: number
}

/** How much a term tells that `holders` of `total` have; never negative. */
function inverseFrequency(total: number, holders: number): number {
  return Math.log(1 + (total - holders + 0.5) / (holders + 0.5))
}
