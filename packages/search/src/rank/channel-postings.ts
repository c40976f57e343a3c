import { NumberList } from '../index/growable.ts'
import type { PostingLists } from '../index/posting-lists.ts'
import { type PartReader, prefixed } from '../index/saved.ts'

/** How old numbers become new ones: -1 for what is dropped. Order is kept. */
export type Renumbering = Int32Array

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

  pushLength(length: number): void {
    this.lengths.push(length)
    this.total += length
  }

  /** Takes the length out of the average; the postings stay until the field is renumbered. */
  forget(owner: number): void {
    this.total -= this.lengths.data[owner]!
    this.lengths.data[owner] = 0
  }

  renumbered(owners: Renumbering): FieldPostings {
    return new FieldPostings(this.name, { lists: this.lists.renumbered(owners), lengths: keep(this.lengths, owners) })
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
export function keep(list: NumberList, owners: Renumbering): NumberList {
  const kept = new NumberList()
  for (let owner = 0; owner < list.length; owner++) if (owners[owner]! >= 0) kept.push(list.data[owner]!)
  return kept
}
