/** What a document is called outside the index. */
export type Key = string | number

export interface FieldOptions {
  /** How much a match in this field counts. Default 1. */
  readonly weight?: number
  /** How fast repeated matches stop to count more. Default 1.2. */
  readonly k1?: number
  /** How strongly long fields are discounted. Default 0.75. */
  readonly b?: number
}

/** The fields of a document, already analysed into terms, in order. */
export type FieldTerms<Field extends string = string> = Readonly<Partial<Record<Field, readonly string[]>>>

export interface SearchOptions {
  /** How many hits at most. Default 10. */
  readonly limit?: number
  /** Only documents whose key passes. */
  readonly accept?: (key: Key) => boolean
  /** Adds what each term contributed, by field. */
  readonly explain?: boolean
}

export interface Contribution<Field extends string = string> {
  readonly term: string
  readonly field: Field
  readonly score: number
}

export interface LexicalHit<Field extends string = string> {
  readonly key: Key
  readonly score: number
  /** With `explain`: the parts that add up to the score, in order of the query's terms, then fields. */
  readonly contributions?: readonly Contribution<Field>[]
}

/** One interface for every index; `lexical-index.suite.ts` is what each implementation must pass. */
export interface LexicalIndex<Field extends string = string> {
  /** Documents in the index. */
  readonly size: number
  /** Memory held, estimated. */
  readonly byteSize: number
  has(key: Key): boolean
  /** A key that is there already is replaced. */
  add(key: Key, fields: FieldTerms<Field>): void
  /** False when there was nothing to remove. */
  remove(key: Key): boolean
  /** Documents that hold any of the terms, best first; equal scores in key order. The same index gives the same answer always. */
  search(terms: readonly string[], options?: SearchOptions): LexicalHit<Field>[]
  /** Version header, checksum and everything needed to load. */
  save(): Uint8Array
}

/** The order of keys where scores are equal: numbers first, then by value, then by code unit. */
export function compareKeys(a: Key, b: Key): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  if (a === b) return 0
  return a < b ? -1 : 1
}
