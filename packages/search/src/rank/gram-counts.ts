import { NumberPages } from '../index/number-pages.ts'
import type { Counted } from '../index/tally.ts'
import type { Corpus } from './corpus.ts'

/** Who holds some word with the gram, and how often. */
export interface GramCounts {
  readonly headings: Counted
  /** Sections and their documents; undefined where too many hold it to tell anything. */
  readonly body: Counted | undefined
  readonly documents: Counted | undefined
  readonly title: Counted
}

/** What the counts of all grams may take together; beyond it they are made anew. */
const MAX_BYTES = 16_000_000

/** Hundreds of words have a common gram, and it recurs in many questions: their postings are added up once, until a document changes. */
export class GramMemory {
  private readonly known = new Map<number, GramCounts>()
  private corpus: Corpus | undefined
  private revision = 0
  /** Where they are counted to. */
  readonly pages = new NumberPages()

  /** From here on it is about this corpus as it is now. */
  follow(corpus: Corpus): void {
    if (this.corpus === corpus && this.revision === corpus.revision) return
    this.corpus = corpus
    this.revision = corpus.revision
    this.forget()
  }

  get(gram: number): GramCounts | undefined {
    return this.known.get(gram)
  }

  set(gram: number, counts: GramCounts): void {
    if (this.pages.byteSize > MAX_BYTES) this.forget()
    this.known.set(gram, counts)
  }

  private forget(): void {
    this.known.clear()
    this.pages.clear()
  }
}
