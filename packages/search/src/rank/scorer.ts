import type { Counted } from '../index/tally.ts'
import { Accumulator } from './accumulator.ts'
import { Bm25, type DocumentField, inverseFrequency, type ScorePart, type SectionField } from './bm25.ts'
import type { ChannelPostings } from './channel-postings.ts'
import type { Corpus } from './corpus.ts'
import { Deadline } from './deadline.ts'
import { type GramCounts, GramMemory } from './gram-counts.ts'
import { MatchedTerms } from './matched-terms.ts'
import type { RankQuery, TermGroup } from './rank-query.ts'
import { TermCounter } from './term-counter.ts'
import type { RankWeights } from './weights.ts'

/** A group of terms to score, and where its occurrences are counted. */
interface GroupPart extends ScorePart {
  readonly group: TermGroup
  readonly postings: ChannelPostings
  /** Whether bodies are looked at; titles and headings always are. */
  readonly body: boolean
}

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
  readonly sections = new Accumulator()
  readonly documents = new Accumulator()
  readonly matched = new MatchedTerms()
  /** Tells one query from the next. */
  run = 0

  /** Sections and documents whose headings or title hold a word of the query. */
  private headed = new Uint8Array(0)
  private titled = new Uint8Array(0)
  private readonly counter = new TermCounter()
  private readonly bm25 = new Bm25()
  private readonly gramMemory = new GramMemory()
  private corpus!: Corpus // of the query that is scored
  private deadline = new Deadline()
  private observe: ScoreObserver | undefined

  /**
   * Adds up the BM25 parts of a query, as many as the deadline lets it. Returns how much each word tells by its documents, the
   * measure of the late parts; 0 for a word that was not reached.
   */
  score(corpus: Corpus, { query, weights, observe, deadline }: ScoreRequest): number[] {
    this.corpus = corpus
    this.deadline = deadline
    this.observe = observe
    this.reset()
    const { words, grams } = corpus.parts
    const adjusted = { ...weights, title: weights.title * Math.min(1, weights.titleWords / Math.max(1, query.terms.length)) }
    const ofWords = { lengths: words, weights: adjusted, share: 1, times: 1, postings: words, body: true }
    const idfs = query.words.map((group, word) => {
      const times = query.light[word] === true ? weights.light : 1
      return times * this.scoreGroup({ ...ofWords, times, word, group })
    })
    const exact = { document: weights.exact, headings: weights.exactHeadings, section: 0, title: 0 }
    this.scoreExact(query, { ...ofWords, weights: { ...weights, ...exact }, word: undefined })
    if (weights.grams !== 0) {
      this.scoreGrams(query, { word: undefined, lengths: grams, weights: adjusted, share: weights.grams, times: 1 })
    }
    return idfs
  }

  /** Whether a word of the query may stand in the section's own heading. One that is the title is not among its headings. */
  isHeaded(section: number): boolean {
    if (this.headed[section] !== 0) return true
    const { words, documentOf } = this.corpus.parts
    return words.headings.lengths.data[section] === 0 && this.titled[documentOf.data[section]!] !== 0
  }

  /** Where a word has other forms too, the one that was asked for counts a little more. */
  private scoreExact({ exact, words }: RankQuery, part: Omit<GroupPart, 'group'>): void {
    if (part.weights.document === 0 && part.weights.headings === 0) return
    for (const [word, id] of exact.entries()) {
      if (id < 0 || words[word]!.ids.length < 2) continue
      this.scoreGroup({ ...part, group: { ids: [id], times: 1 } })
    }
  }

  private scoreGrams({ latinGrams, japaneseGrams }: RankQuery, part: ScorePart): void {
    const partOf = (times: number): ScorePart => (times === 1 ? part : { ...part, times })
    for (const { gram, times } of latinGrams) this.scoreLatinGram(gram, partOf(times))
    const postings = part.lengths
    for (const group of japaneseGrams) {
      this.scoreGroup({ ...partOf(group.times), group, postings, body: this.counter.isTelling(group, postings.body) })
    }
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
      this.scoreGroup({ ...part, group, postings: words, body: this.counter.isTelling(group, words.body) })
      return
    }
    const counts = this.counter.countGram(group, this.gramMemory.pages)
    if (!this.deadline.wasReached) this.gramMemory.set(gram, counts)
    this.scoreCounts(counts, part)
  }

  private scoreGroup(part: GroupPart): number {
    const { counter } = this
    const { postings, word, group } = part
    // However little time there was, something is found.
    if (this.deadline.wasReached && this.sections.length > 0) return 0
    counter.countSections(group, postings.headings)
    this.scoreSections(part, 'headings')
    if (word !== undefined) counter.inSections.mark(this.headed)
    counter.inSections.clear()
    this.observe?.('headings', word)
    const idf = part.body ? this.scoreBodies(part) : 0
    this.observe?.('body', word)
    counter.countTitles(group, postings.title)
    if (word !== undefined) counter.inDocuments.mark(this.titled)
    this.scoreDocuments(part, 'title')
    this.observe?.('title', word)
    return idf
  }

  private scoreBodies(part: GroupPart): number {
    const { corpus, counter } = this
    counter.countSections(part.group, part.postings.body)
    if (part.word !== undefined) this.matched.add(part.word, counter.inSections)
    this.scoreSections(part, 'body')
    counter.handToDocuments()
    const idf = inverseFrequency(corpus.size, counter.inDocuments.length)
    this.scoreDocuments(part, 'document')
    return idf
  }

  private scoreSections(part: ScorePart, field: SectionField): void {
    const { inSections } = this.counter
    const holders = inSections.length
    if (holders > 0) this.sections.add(inSections, this.bm25.inSections(this.corpus, part, { field, holders }))
  }

  /** Scores the documents just counted, and forgets the counts. */
  private scoreDocuments(part: ScorePart, field: DocumentField): void {
    const { inDocuments } = this.counter
    const holders = inDocuments.length
    if (holders === 0) return
    this.documents.add(inDocuments, this.bm25.inDocuments(this.corpus, part, { field, holders }))
    inDocuments.clear()
  }

  /** As `scoreGroup` does, without looking at postings. */
  private scoreCounts({ headings, body, documents, title }: GramCounts, part: ScorePart): void {
    this.addToSections(headings, part, 'headings')
    this.observe?.('headings', part.word)
    if (body !== undefined) this.addToSections(body, part, 'body')
    if (documents !== undefined) this.addToDocuments(documents, part, 'document')
    this.observe?.('body', part.word)
    this.addToDocuments(title, part, 'title')
    this.observe?.('title', part.word)
  }

  private addToSections(counted: Counted, part: ScorePart, field: SectionField): void {
    const holders = counted.owners
    if (holders > 0) this.sections.addCounted(counted, this.bm25.inSections(this.corpus, part, { field, holders }))
  }

  private addToDocuments(counted: Counted, part: ScorePart, field: DocumentField): void {
    const holders = counted.owners
    if (holders > 0) this.documents.addCounted(counted, this.bm25.inDocuments(this.corpus, part, { field, holders }))
  }

  private reset(): void {
    const { documentOf, keys } = this.corpus.parts
    this.run++
    this.gramMemory.follow(this.corpus)
    this.counter.begin(this.corpus, this.deadline)
    this.sections.reset(documentOf.length)
    this.documents.reset(keys.length)
    this.matched.reset(documentOf.length)
    this.headed = cleared(this.headed, documentOf.length)
    this.titled = cleared(this.titled, keys.length)
  }
}

/** Room for so many marks, none of them set. */
function cleared(marks: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (length > marks.length) return new Uint8Array(length * 2)
  return marks.fill(0, 0, length)
}
