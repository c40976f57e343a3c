import type { Ranker } from '@shoko/search'
import { type FileRecord, type NodeWords, wordsOf } from './file-record.ts'
import { type NodePlace, placeOf } from './node-place.ts'

/** Letters of text that are kept: those of a few manuals. */
const MAX_LETTERS = 2_000_000

/** What searches want to know of the nodes that the ranker finds, by its own number for them: the same nodes are found again and again. */
export class NodeMemory {
  private readonly ranker: Ranker
  private readonly records: ReadonlyMap<string, FileRecord>
  private readonly places: (NodePlace | undefined)[] = []
  private readonly words: (NodeWords | undefined)[] = []
  private letters = 0

  constructor(ranker: Ranker, records: ReadonlyMap<string, FileRecord>) {
    this.ranker = ranker
    this.records = records
  }

  placeAt(ordinal: number): NodePlace {
    const known = this.places[ordinal]
    if (known !== undefined) return known
    const { key, section } = this.ranker.locate(ordinal)
    return keep(this.places, ordinal, placeOf(this.records.get(key)!, section)) // records and ranker change together
  }

  wordsAt(ordinal: number): NodeWords {
    const known = this.words[ordinal]
    if (known !== undefined) return known
    const { key, section } = this.ranker.locate(ordinal)
    const words = wordsOf(this.records.get(key)!, section)
    const { length } = words.body.text
    if (length > MAX_LETTERS / 10) return words
    if (this.letters + length > MAX_LETTERS) this.forgetWords()
    this.letters += length
    return keep(this.words, ordinal, words)
  }

  /** The ranker numbers its nodes anew. */
  forget(): void {
    this.places.length = 0
    this.forgetWords()
  }

  private forgetWords(): void {
    this.words.length = 0
    this.letters = 0
  }
}

/** Without holes, which would make a list slow. */
function keep<T>(list: (T | undefined)[], place: number, entry: T): T {
  while (list.length <= place) list.push(undefined)
  list[place] = entry
  return entry
}
