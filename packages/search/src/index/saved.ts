import type { PackedSections } from './binary.ts'
import { NumberList } from './growable.ts'
import { PostingLists } from './posting-lists.ts'
import { Sequences } from './sequences.ts'
import { TermTable } from './term-table.ts'

/** Names the arrays of one part of an index, so that several parts lie in one file. */
export function prefixed<T>(prefix: string, arrays: { readonly [name: string]: T }): Record<string, T> {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}.${name}`, array]))
}

/** Reads parts back; without a file to read from, each part is empty. */
export class PartReader {
  private readonly packed: PackedSections | undefined

  constructor(packed?: PackedSections) {
    this.packed = packed
  }

  /** Whether the file has such a part. */
  has(prefix: string): boolean {
    return this.packed?.has(prefix) ?? false
  }

  terms(prefix: string): TermTable {
    const { packed } = this
    if (packed === undefined) return new TermTable()
    return new TermTable({
      slots: packed.i32(`${prefix}.slots`),
      units: packed.u16(`${prefix}.units`),
      ends: packed.u32(`${prefix}.ends`),
    })
  }

  postings(prefix: string): PostingLists {
    const { packed } = this
    if (packed === undefined) return new PostingLists()
    return new PostingLists({ bytes: packed.u8(`${prefix}.bytes`), rows: packed.u32(`${prefix}.rows`) })
  }

  sequences(prefix: string): Sequences {
    const { packed } = this
    if (packed === undefined) return new Sequences()
    return new Sequences({ units: packed.u16(`${prefix}.units`), ends: packed.u32(`${prefix}.ends`) })
  }

  numbers(name: string): NumberList {
    const saved = this.packed?.u32(name)
    return saved === undefined ? new NumberList() : new NumberList(saved, saved.length)
  }
}
