import type { QueryTerm } from '../analyse/query-terms.ts'
import { PostingBuffer } from '../index/posting-lists.ts'
import { informationOf } from '../passages/information.ts'
import { type Corpus, REMOVED } from './corpus.ts'

/** Beyond so many words the memory starts anew. */
const REMEMBERED = 2_000

/**
 * How much a word tells, by how often all texts say it. Occurrences and not documents are counted: what a document is differs from
 * one folder to the next, and a handful of long ones would hold nearly every word.
 */
export class WordInformation {
  private readonly buffer = new PostingBuffer()
  /** By word, until a document changes: a search asks twice, and the words of questions come again and again. */
  private readonly known = new Map<string, number>()
  private corpus: Corpus | undefined
  private revision = 0

  of(corpus: Corpus, { surface }: QueryTerm): number {
    this.follow(corpus)
    const known = this.known.get(surface)
    if (known !== undefined) return known
    const information = this.count(corpus, surface)
    this.known.set(surface, information)
    return information
  }

  private follow(corpus: Corpus): void {
    if (this.corpus === corpus && this.revision === corpus.revision && this.known.size < REMEMBERED) return
    this.corpus = corpus
    this.revision = corpus.revision
    this.known.clear()
  }

  private count({ parts }: Corpus, surface: string): number {
    const { vocabulary, words, documentOf } = parts
    const { lists, total } = words.body
    let times = 0
    for (const id of vocabulary.formsOf(surface, 'unknown')) {
      const count = lists.decode(id, this.buffer)
      for (let i = 0; i < count; i++) {
        if (documentOf.data[this.buffer.documents[i]!] !== REMOVED) times += this.buffer.frequencies[i]!
      }
    }
    return informationOf(times, total)
  }
}
