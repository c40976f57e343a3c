import type { QueryTerm } from '../analyse/query-terms.ts'
import { PostingBuffer } from '../index/posting-lists.ts'
import { informationOf } from '../passages/information.ts'
import { type Corpus, REMOVED } from './corpus.ts'

/**
 * How much a word tells, by how often all texts say it. Occurrences and not documents are counted: what a document is differs from
 * one folder to the next, and a handful of long ones would hold nearly every word.
 */
export class WordInformation {
  private readonly buffer = new PostingBuffer()

  of({ parts }: Corpus, { surface }: QueryTerm): number {
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
