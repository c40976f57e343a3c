import type { Steps } from '../index/binary.ts'
import { NumberList } from '../index/growable.ts'
import type { PostingLists } from '../index/posting-lists.ts'
import type { NewNumbers, Renumbering } from '../index/renumbering.ts'
import { type PartReader, prefixed } from '../index/saved.ts'

/** One field of one channel: who holds which term how often, and how long each one is. */
export class FieldPostings {
  readonly name: string
  readonly lists: PostingLists
  readonly lengths: NumberList
  /** The sum of all lengths, for the average. */
  total: number

  constructor(name: string, parts: { readonly lists: PostingLists; readonly lengths: NumberList }) {
    this.name = name
    this.lists = parts.lists
    this.lengths = parts.lengths
    this.total = sumOf(parts.lengths)
  }

  /** Takes the length into the average: what is being read counts when it is there as a whole. */
  count(owner: number): void {
    this.total += this.lengths.data[owner]!
  }

  /** Takes the length out of the average; the postings stay until the field is renumbered. */
  forget(owner: number): void {
    if (owner >= this.lengths.length) return
    this.total -= this.lengths.data[owner]!
    this.lengths.data[owner] = 0
  }

  *renumbered(numbers: Renumbering): Steps<FieldPostings> {
    const lists = yield* this.lists.renumbered(numbers)
    return new FieldPostings(this.name, { lists, lengths: keep(this.lengths, numbers.owners) })
  }

  get byteSize(): number {
    return this.lists.byteSize + this.lengths.data.byteLength
  }

  save(): Record<string, Uint8Array | Uint32Array> {
    return {
      ...prefixed<Uint8Array | Uint32Array>(this.name, { ...this.lists.save() }),
      [`${this.name}.lengths`]: this.lengths.values(),
    }
  }
}

/** The fields of one channel. Bodies and headings are counted by section, titles by document. */
export interface ChannelPostings {
  readonly body: FieldPostings
  readonly headings: FieldPostings
  readonly title: FieldPostings
  /** By document: the length of all its bodies. */
  readonly documentLengths: NumberList
}

export function readChannel(name: string, parts: PartReader): ChannelPostings {
  const field = (suffix: string) =>
    new FieldPostings(`${name}.${suffix}`, {
      lists: parts.postings(`${name}.${suffix}`),
      lengths: parts.numbers(`${name}.${suffix}.lengths`),
    })
  return {
    body: field('body'),
    headings: field('headings'),
    title: field('title'),
    documentLengths: parts.numbers(`${name}.documentLengths`),
  }
}

function sumOf({ data, length }: NumberList): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum += data[i]!
  return sum
}

/** The entries that stay, in their order. */
export function keep(list: NumberList, owners: NewNumbers): NumberList {
  const kept = new NumberList()
  for (let owner = 0; owner < list.length; owner++) if (owners[owner]! >= 0) kept.push(list.data[owner]!)
  return kept
}
