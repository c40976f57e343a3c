import { packSections, unpackSections } from './binary.ts'
import { NumberList } from './growable.ts'
import {
  compareKeys,
  type FieldOptions,
  type FieldTerms,
  type Key,
  type LexicalHit,
  type LexicalIndex,
  type SearchOptions,
} from './lexical-index.ts'
import { PostingBuffer, type PostingLists } from './posting-lists.ts'
import { PartReader, prefixed } from './saved.ts'
import type { TermTable } from './term-table.ts'

const FORMAT = { kind: 'postings', version: 2 }
/** Removed documents are swept out when there are this many, and more than there are live ones. */
const SWEEP_FROM = 64

interface Field<Name extends string> {
  readonly name: Name
  readonly weight: number
  readonly k1: number
  readonly b: number
  readonly lists: PostingLists
  readonly lengths: NumberList
}

interface State<Name extends string> {
  readonly terms: TermTable
  readonly fields: readonly Field<Name>[]
  /** By document number; null once removed. */
  readonly keys: (Key | null)[]
}

interface SavedMeta<Name extends string> {
  readonly fields: Readonly<Record<Name, FieldOptions>>
  readonly keys: readonly Key[]
}

/** A compact index: typed-array postings, the sum of each field's BM25. */
export function createPostingsIndex<Name extends string>(options: {
  readonly fields: Readonly<Record<Name, FieldOptions>>
}): LexicalIndex<Name> {
  return postingsIndex(readState({ fields: options.fields, keys: [] }, new PartReader()))
}

/** Opens what `save` wrote, where it lies; throws `IndexFormatError` when that is impossible. */
export function loadPostingsIndex<Name extends string>(bytes: Uint8Array): LexicalIndex<Name> {
  const packed = unpackSections(bytes, FORMAT)
  // `save` wrote it, and the checksum says that it is still what was written.
  return postingsIndex(readState(packed.meta as SavedMeta<Name>, new PartReader(packed)))
}

function postingsIndex<Name extends string>(initial: State<Name>): LexicalIndex<Name> {
  let state = initial
  const numbers = new Map<Key, number>()
  state.keys.forEach((key, document) => {
    if (key !== null) numbers.set(key, document)
  })

  const remove = (key: Key): boolean => {
    const document = numbers.get(key)
    if (document === undefined) return false
    numbers.delete(key)
    state.keys[document] = null
    for (const { lengths } of state.fields) lengths.data[document] = 0
    const removed = state.keys.length - numbers.size
    if (removed >= SWEEP_FROM && removed > numbers.size) sweep()
    return true
  }

  const sweep = (): void => {
    state = swept(state)
    for (const [document, key] of state.keys.entries()) numbers.set(key!, document)
  }

  return {
    get size() {
      return numbers.size
    },
    get byteSize() {
      const { terms, fields, keys } = state
      return (
        terms.byteSize +
        fields.reduce((sum, { lists, lengths }) => sum + lists.byteSize + lengths.data.byteLength, keys.length * 64)
      )
    },
    has: (key) => numbers.has(key),
    add(key, fields) {
      remove(key)
      numbers.set(key, appendDocument(state, { key, fields }))
    },
    remove,
    search: (terms, options = {}) => search(state, { terms, options, live: numbers.size }),
    save() {
      if (state.keys.length > numbers.size) sweep()
      return save(state)
    },
  }
}

function appendDocument<Name extends string>(
  state: State<Name>,
  document: { readonly key: Key; readonly fields: FieldTerms<Name> },
): number {
  const number = state.keys.push(document.key) - 1
  for (const { name, lists, lengths } of state.fields) {
    const terms = document.fields[name] ?? []
    const counts = new Map<number, number>()
    for (const term of terms) {
      const id = state.terms.intern(term)
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    for (const [id, count] of counts) lists.append(id, number, count)
    lengths.push(terms.length)
  }
  return number
}

interface Search {
  readonly terms: readonly string[]
  readonly options: SearchOptions
  readonly live: number
}

function search<Name extends string>(state: State<Name>, { terms, options, live }: Search): LexicalHit<Name>[] {
  const scores = new Map<number, number>()
  const found = new Map<number, { term: string; field: Name; score: number }[]>()
  for (const part of scoredParts(state, { terms, live })) {
    for (const [document, score] of part.scores) {
      scores.set(document, (scores.get(document) ?? 0) + score)
      if (!options.explain) continue
      const contributions = found.get(document)
      const contribution = { term: part.term, field: part.field, score }
      if (contributions === undefined) found.set(document, [contribution])
      else contributions.push(contribution)
    }
  }
  return [...scores]
    .map(([document, score]) => ({
      key: state.keys[document]!,
      score,
      ...(options.explain ? { contributions: found.get(document)! } : {}),
    }))
    .filter(({ key }) => options.accept?.(key) ?? true)
    .sort((a, b) => b.score - a.score || compareKeys(a.key, b.key))
    .slice(0, options.limit ?? 10)
}

/** BM25 of every term in every field, with the query's own repetitions counted. */
function* scoredParts<Name extends string>(state: State<Name>, { terms, live }: Pick<Search, 'terms' | 'live'>) {
  const times = new Map<string, number>()
  for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
  const buffer = new PostingBuffer()
  const averages = state.fields.map(({ lengths }) => lengths.values().reduce((sum, length) => sum + length, 0) / live)
  for (const [term, repeated] of times) {
    const id = state.terms.find(term)
    if (id < 0) continue
    for (const [number, { name, weight, k1, b, lists, lengths }] of state.fields.entries()) {
      const count = lists.decode(id, buffer)
      const holders: number[] = []
      for (let i = 0; i < count; i++) if (state.keys[buffer.documents[i]!] !== null) holders.push(i)
      const idf = Math.log(1 + (live - holders.length + 0.5) / (holders.length + 0.5))
      const scores = holders.map((i): readonly [number, number] => {
        const document = buffer.documents[i]!
        const frequency = buffer.frequencies[i]!
        const norm = k1 * (1 - b + (b * lengths.data[document]!) / averages[number]!)
        return [document, (weight * repeated * idf * frequency * (k1 + 1)) / (frequency + norm)]
      })
      yield { term, field: name, scores }
    }
  }
}

function swept<Name extends string>({ terms, fields, keys }: State<Name>): State<Name> {
  let next = 0
  const numbers = Int32Array.from(keys, (key) => (key === null ? -1 : next++))
  return {
    terms,
    keys: keys.filter((key) => key !== null),
    fields: fields.map((field) => {
      const lengths = new NumberList()
      field.lengths.values().forEach((length, document) => {
        if (numbers[document]! >= 0) lengths.push(length)
      })
      return { ...field, lists: field.lists.renumbered(numbers), lengths }
    }),
  }
}

function save<Name extends string>({ terms, fields, keys }: State<Name>): Uint8Array {
  const options = Object.fromEntries(fields.map(({ name, weight, k1, b }) => [name, { weight, k1, b }]))
  const arrays: Record<string, Uint8Array | Uint16Array | Uint32Array | Int32Array> = prefixed<
    Uint16Array | Uint32Array | Int32Array
  >('terms', { ...terms.save() })
  fields.forEach(({ lists, lengths }, number) => {
    Object.assign(arrays, prefixed<Uint8Array | Uint32Array>(`field${number}`, { ...lists.save() }), {
      [`field${number}.lengths`]: lengths.values(),
    })
  })
  return packSections({ ...FORMAT, meta: { fields: options, keys }, arrays })
}

function readState<Name extends string>(meta: SavedMeta<Name>, parts: PartReader): State<Name> {
  // Object.entries forgets the key type that the record has.
  const fields = Object.entries(meta.fields) as [Name, FieldOptions][]
  return {
    terms: parts.terms('terms'),
    keys: [...meta.keys],
    fields: fields.map(([name, { weight = 1, k1 = 1.2, b = 0.75 }], number) => ({
      name,
      weight,
      k1,
      b,
      lists: parts.postings(`field${number}`),
      lengths: parts.numbers(`field${number}.lengths`),
    })),
  }
}
