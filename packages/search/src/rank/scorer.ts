import { NumberList } from '../index/growable.ts'
import { PostingBuffer } from '../index/posting-lists.ts'
import type { ChannelPostings, FieldPostings } from './channel-postings.ts'
import { type Corpus, REMOVED } from './corpus.ts'
import { Deadline } from './deadline.ts'
import type { RankQuery, TermGroup } from './rank-query.ts'
import type { RankWeights } from './weights.ts'

/** A group of terms to score: where its occurrences are counted, and by whose lengths they are judged. */
interface GroupPart {
  readonly group: TermGroup
  /** Its place among the query's words; undefined for a gram. */
  readonly word: number | undefined
  readonly observe: ScoreObserver | undefined
  readonly postings: ChannelPostings
  readonly lengths: ChannelPostings
  readonly weights: RankWeights
  /** What the field weights are multiplied by. */
  readonly share: number
  /** Whether bodies are looked at; titles and headings always are. */
  readonly body: boolean
}

/** A gram of more sections than this, and than a tenth of all, takes time and tells nothing: its bodies are left out. */
const COMMON_GRAM = 500

/** Which addend of a score was just added, and for which of the query's words; undefined for grams. */
export type ScoreObserver = (field: 'headings' | 'body' | 'title', word: number | undefined) => void

export interface ScoreRequest {
  readonly query: RankQuery
  readonly weights: RankWeights
  readonly deadline: Deadline
  /** Called after each addend, for those who want to know what a score is made of. */
  readonly observe?: ScoreObserver
}

/** Scores of one query, by section and by document. Kept from query to query; only what was touched is cleared. */
export class Scorer {
  sectionScores = new Float64Array(0)
  documentScores = new Float64Array(0)
  /** Sections and documents that have a score. */
  readonly sections = new NumberList()
  readonly documents = new NumberList()

  /** Sections whose body holds a word of the query, and which: a bit a word, two numbers a section. */
  private readonly holders = new NumberList()
  private held = new Uint32Array(0)

  private frequencies = new Uint32Array(0)
  private documentFrequencies = new Uint32Array(0)
  private readonly touched = new NumberList()
  private readonly touchedDocuments = new NumberList()
  private readonly buffer = new PostingBuffer()
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
    const common = { weights: adjusted, observe }
    const idfs = query.words.map((group, word) =>
      this.scoreGroup({ ...common, group, word, postings: words, lengths: words, share: 1, body: true }),
    )
    if (weights.grams === 0) return idfs
    const scoreGrams = (group: TermGroup, postings: ChannelPostings): void => {
      const body = this.countPostings(group, postings.body) <= Math.max(COMMON_GRAM, corpus.liveSections / 10)
      this.scoreGroup({ ...common, group, word: undefined, postings, lengths: grams, share: weights.grams, body })
    }
    for (const group of query.latinGrams) scoreGrams(group, words)
    for (const group of query.japaneseGrams) scoreGrams(group, grams)
    return idfs
  }

  /** The query's words that the section's body holds, by their place in the query. */
  wordsIn(section: number): number[] {
    const words: number[] = []
    for (let half = 0; half < 2; half++) {
      for (let bits = this.held[section * 2 + half]!; bits !== 0; bits &= bits - 1)
        words.push(half * 32 + 31 - Math.clz32(bits & -bits))
    }
    return words
  }

  private scoreGroup(part: GroupPart): number {
    const { group, postings, lengths, weights, word, observe } = part
    // However little time there was, something is found.
    if (this.deadline.wasReached && this.sections.length > 0) return 0
    this.gather(group, postings.headings)
    this.scoreSections(lengths.headings, scaled(part, weights.headings))
    this.clearSections()
    observe?.('headings', word)
    const idf = part.body ? this.scoreBodies(part) : 0
    observe?.('body', word)
    this.scoreTitles(part)
    observe?.('title', word)
    return idf
  }

  private scoreBodies(part: GroupPart): number {
    this.gather(part.group, part.postings.body)
    if (part.word !== undefined) this.hold(part.word)
    this.scoreSections(part.lengths.body, scaled(part, part.weights.section))
    const idf = this.scoreDocuments(part)
    this.clearSections()
    return idf
  }

  /** Notes the word for each section just gathered. */
  private hold(word: number): void {
    const { touched, held, holders } = this
    const half = word >> 5
    for (let i = 0; i < touched.length; i++) {
      const at = touched.data[i]! * 2
      if (held[at] === 0 && held[at + 1] === 0) holders.push(touched.data[i]!)
      held[at + half]! |= 1 << (word & 31)
    }
  }

  /** Adds up how often the group's terms stand in each live section. */
  private gather(group: TermGroup, field: FieldPostings): void {
    const { corpus, frequencies, touched, buffer, deadline } = this
    const documentOf = corpus.parts.documentOf.data
    for (const id of group.ids) {
      if (deadline.isReached(field.lists.count(id)) && touched.length > 0) return
      const count = field.lists.decode(id, buffer)
      const sections = buffer.documents
      const found = buffer.frequencies
      for (let i = 0; i < count; i++) {
        const section = sections[i]!
        if (documentOf[section] === REMOVED) continue
        if (frequencies[section] === 0) touched.push(section)
        frequencies[section]! += found[i]!
      }
    }
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

  private scoreSections(field: FieldPostings, weights: ScaledWeights): void {
    const { corpus, touched, frequencies, sectionScores } = this
    if (touched.length === 0 || weights.weight === 0) return
    const factor = weights.weight * inverseFrequency(corpus.liveSections, touched.length) * (weights.k1 + 1)
    const base = weights.k1 * (1 - weights.b)
    const slope = (weights.k1 * weights.b * corpus.liveSections) / field.total
    const lengths = field.lengths.data
    for (let i = 0; i < touched.length; i++) {
      const section = touched.data[i]!
      const frequency = frequencies[section]!
      if (sectionScores[section] === 0) this.sections.push(section)
      sectionScores[section]! += (factor * frequency) / (frequency + base + slope * lengths[section]!)
    }
  }

  /** The same by document, from the sections just gathered. */
  private scoreDocuments(part: GroupPart): number {
    const { corpus, touched, touchedDocuments, frequencies, documentFrequencies } = this
    const documentOf = corpus.parts.documentOf.data
    for (let i = 0; i < touched.length; i++) {
      const section = touched.data[i]!
      const document = documentOf[section]!
      if (documentFrequencies[document] === 0) touchedDocuments.push(document)
      documentFrequencies[document]! += frequencies[section]!
    }
    const idf = inverseFrequency(corpus.size, touchedDocuments.length)
    this.addDocumentScores(scaled(part, part.weights.document), {
      idf,
      lengths: part.lengths.documentLengths.data,
      average: part.lengths.body.total / corpus.size,
    })
    return idf
  }

  private scoreTitles(part: GroupPart): void {
    const { corpus, touchedDocuments, documentFrequencies, buffer } = this
    const { keys } = corpus.parts
    for (const id of part.group.ids) {
      const count = part.postings.title.lists.decode(id, buffer)
      for (let i = 0; i < count; i++) {
        const document = buffer.documents[i]!
        if (keys[document] === undefined) continue
        if (documentFrequencies[document] === 0) touchedDocuments.push(document)
        documentFrequencies[document]! += buffer.frequencies[i]!
      }
    }
    this.addDocumentScores(scaled(part, part.weights.title), {
      idf: inverseFrequency(corpus.size, touchedDocuments.length),
      lengths: part.lengths.title.lengths.data,
      average: part.lengths.title.total / corpus.size,
    })
  }

  private addDocumentScores(
    weights: ScaledWeights,
    field: { readonly idf: number; readonly lengths: Uint32Array; readonly average: number },
  ): void {
    const { touchedDocuments, documentFrequencies, documentScores } = this
    const factor = weights.weight * field.idf * (weights.k1 + 1)
    const base = weights.k1 * (1 - weights.b)
    const slope = (weights.k1 * weights.b) / field.average
    for (let i = 0; i < touchedDocuments.length; i++) {
      const document = touchedDocuments.data[i]!
      const frequency = documentFrequencies[document]!
      documentFrequencies[document] = 0
      if (documentScores[document] === 0) this.documents.push(document)
      documentScores[document]! += (factor * frequency) / (frequency + base + slope * field.lengths[document]!)
    }
    touchedDocuments.length = 0
  }

  private clearSections(): void {
    const { touched, frequencies } = this
    for (let i = 0; i < touched.length; i++) frequencies[touched.data[i]!] = 0
    touched.length = 0
  }

  private reset(): void {
    const { parts } = this.corpus
    for (let i = 0; i < this.sections.length; i++) this.sectionScores[this.sections.data[i]!] = 0
    for (let i = 0; i < this.documents.length; i++) this.documentScores[this.documents.data[i]!] = 0
    for (let i = 0; i < this.holders.length; i++) this.held.fill(0, this.holders.data[i]! * 2, this.holders.data[i]! * 2 + 2)
    this.sections.length = 0
    this.documents.length = 0
    this.holders.length = 0
    const sections = parts.documentOf.length
    if (sections > this.sectionScores.length) {
      this.sectionScores = new Float64Array(sections * 2)
      this.frequencies = new Uint32Array(sections * 2)
      this.held = new Uint32Array(sections * 4)
    }
    if (parts.keys.length <= this.documentScores.length) return
    this.documentScores = new Float64Array(parts.keys.length * 2)
    this.documentFrequencies = new Uint32Array(parts.keys.length * 2)
  }
}

interface ScaledWeights {
  readonly weight: number
  readonly k1: number
  readonly b: number
}

function scaled({ weights, share, group }: GroupPart, weight: number): ScaledWeights {
  return { weight: weight * share * group.times, k1: weights.k1, b: weights.b }
}

/** How much a term tells that `holders` of `total` have; never negative. */
function inverseFrequency(total: number, holders: number): number {
  return Math.log(1 + (total - holders + 0.5) / (holders + 0.5))
}
