import type { NumberPages } from '../index/number-pages.ts'
import { PostingBuffer } from '../index/posting-lists.ts'
import { type Counted, Tally } from '../index/tally.ts'
import type { FieldPostings } from './channel-postings.ts'
import { type Corpus, REMOVED } from './corpus.ts'
import type { Deadline } from './deadline.ts'
import type { GramCounts } from './gram-counts.ts'
import type { TermGroup } from './rank-query.ts'

/** A gram of more sections than this, and than a tenth of all, takes time and tells nothing: its bodies are left out. */
const COMMON_GRAM = 500

/** Counts how often the terms of a group stand in live sections and documents. Whoever took what was counted clears it. */
export class TermCounter {
  readonly inSections = new Tally()
  readonly inDocuments = new Tally()
  private readonly buffer = new PostingBuffer()
  private corpus: Corpus | undefined
  private deadline: Deadline | undefined

  /** From here on it counts in this corpus, as long as the deadline lets it. */
  begin(corpus: Corpus, deadline: Deadline): void {
    const { documentOf, keys } = corpus.parts
    this.corpus = corpus
    this.deadline = deadline
    this.inSections.reserve(documentOf.length)
    this.inDocuments.reserve(keys.length)
  }

  /** Adds up how often the group's terms stand in each live section. */
  countSections(group: TermGroup, { lists }: FieldPostings): void {
    const { inSections } = this
    const corpus = this.corpus! // begin comes first
    for (const id of group.ids) {
      if (this.deadline!.isReached(lists.count(id)) && inSections.length > 0) break
      lists.addUp(id, inSections)
    }
    const { documentOf } = corpus.parts
    if (corpus.liveSections < documentOf.length) inSections.keep((section) => documentOf.data[section] !== REMOVED)
  }

  /** Adds what was counted in sections to their documents, and forgets the sections. */
  handToDocuments(): void {
    this.inSections.addTo(this.inDocuments, this.corpus!.parts.documentOf.data)
    this.inSections.clear()
  }

  countTitles({ ids }: TermGroup, { lists }: FieldPostings): void {
    const { inDocuments } = this
    const corpus = this.corpus!
    const { keys } = corpus.parts
    for (const id of ids) lists.addUp(id, inDocuments)
    if (corpus.size < keys.length) inDocuments.keep((document) => keys[document] !== undefined)
  }

  /** All fields of a gram that many words have, to be kept in these pages. */
  countGram(group: TermGroup, pages: NumberPages): GramCounts {
    const { words } = this.corpus!.parts
    this.countSections(group, words.headings)
    const headings = taken(this.inSections, pages)
    if (!this.isTelling(group, words.body))
      return { headings, body: undefined, documents: undefined, title: this.titlesOf(group, pages) }
    this.countSections(group, words.body)
    const body = this.inSections.counted(pages)
    this.handToDocuments()
    return { headings, body, documents: taken(this.inDocuments, pages), title: this.titlesOf(group, pages) }
  }

  /** Whether few enough sections hold the gram. */
  isTelling(group: TermGroup, field: FieldPostings): boolean {
    return this.countPostings(group, field) <= Math.max(COMMON_GRAM, this.corpus!.liveSections / 10)
  }

  private titlesOf(group: TermGroup, pages: NumberPages): Counted {
    this.countTitles(group, this.corpus!.parts.words.title)
    return taken(this.inDocuments, pages)
  }

  /** How many live postings the group's terms have; lists are only read when some of them may be dead. */
  private countPostings(group: TermGroup, field: FieldPostings): number {
    const corpus = this.corpus!
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
}

function taken(tally: Tally, pages: NumberPages): Counted {
  const counted = tally.counted(pages)
  tally.clear()
  return counted
}
