import MiniSearch, { type Options, type SearchResult } from 'minisearch'
import { packSections, unpackSections } from './binary.ts'
import {
  type Contribution,
  compareKeys,
  type FieldOptions,
  type FieldTerms,
  type Key,
  type LexicalHit,
  type LexicalIndex,
} from './lexical-index.ts'

/** An index that forgives: terms nearly right, and terms not finished. */
export interface FuzzyIndex<Field extends string = string> extends LexicalIndex<Field> {
  /** Terms of the index that begin so, those of most documents first. */
  complete(prefix: string, limit?: number): string[]
  /** Terms of the index written nearly so, nearest first; none when the term itself is there. */
  didYouMean(term: string, limit?: number): string[]
}

type Fields<Name extends string> = Readonly<Record<Name, FieldOptions>>
/** A document as MiniSearch keeps it: each field's terms joined. It needs them back to remove a document without a trace. */
type Stored = Readonly<Record<string, Key>>

const FORMAT = { kind: 'minisearch', version: 1 }
const JOINT = '\u0000'
const ID = '\u0000id'
/** Wrong letters allowed, as a share of the word's length. */
const FUZZINESS = 0.34

export function createMiniSearchIndex<Name extends string>(options: { readonly fields: Fields<Name> }): FuzzyIndex<Name> {
  return fuzzyIndex(options.fields, new MiniSearch<Stored>(settings(options.fields)))
}

/** Opens what `save` wrote; throws `IndexFormatError` when that is impossible. */
export function loadMiniSearchIndex<Name extends string>(bytes: Uint8Array): FuzzyIndex<Name> {
  const packed = unpackSections(bytes, FORMAT)
  // `save` wrote it, and the checksum says that it is still what was written.
  const { fields } = packed.meta as { readonly fields: Fields<Name> }
  return fuzzyIndex(fields, MiniSearch.loadJSON<Stored>(new TextDecoder().decode(packed.u8('json')), settings(fields)))
}

function fuzzyIndex<Name extends string>(fields: Fields<Name>, engine: MiniSearch<Stored>): FuzzyIndex<Name> {
  const remove = (key: Key): boolean => {
    if (!engine.has(key)) return false
    engine.remove({ ...engine.getStoredFields(key), [ID]: key } as Stored)
    return true
  }
  return {
    get size() {
      return engine.documentCount
    },
    get byteSize() {
      // Nested maps have no cheap size; a term with its postings takes about this much.
      return engine.termCount * 250
    },
    has: (key) => engine.has(key),
    add(key, terms) {
      remove(key)
      engine.add(toStored(key, { fields, terms }))
    },
    remove,
    search(terms, { accept, limit = 10, explain = false } = {}) {
      return collectHits(scoredParts(engine, { fields, terms }))
        .filter(({ key }) => accept?.(key) ?? true)
        .sort((a, b) => b.score - a.score || compareKeys(a.key, b.key))
        .slice(0, limit)
        .map(({ key, score, contributions }) => ({ key, score, ...(explain ? { contributions } : {}) }))
    },
    complete(prefix, limit = 10) {
      const documents = countDocuments(engine.search(prefix, { prefix: true }), (term) => term.startsWith(prefix))
      return [...documents]
        .sort((a, b) => b[1] - a[1] || compareKeys(a[0], b[0]))
        .slice(0, limit)
        .map(([term]) => term)
    },
    didYouMean(term, limit = 5) {
      const documents = countDocuments(engine.search(term, { fuzzy: FUZZINESS }), () => true)
      if (documents.has(term)) return []
      return [...documents]
        .map(([candidate, count]) => ({ candidate, count, distance: editDistance(term, candidate) }))
        .sort((a, b) => a.distance - b.distance || b.count - a.count || compareKeys(a.candidate, b.candidate))
        .slice(0, limit)
        .map(({ candidate }) => candidate)
    },
    save: () => packSections({ ...FORMAT, meta: { fields }, arrays: { json: new TextEncoder().encode(JSON.stringify(engine)) } }),
  }
}

/** Terms arrive analysed, so nothing is split or changed; nothing is cleaned up later on a timer. */
function settings(fields: Fields<string>): Options<Stored> {
  const names = Object.keys(fields)
  return {
    idField: ID,
    fields: names,
    storeFields: names,
    tokenize: (text) => text.split(JOINT),
    processTerm: (term) => term,
    autoVacuum: false,
  }
}

function toStored<Name extends string>(
  key: Key,
  document: { readonly fields: Fields<Name>; readonly terms: FieldTerms<Name> },
): Stored {
  // Object.keys forgets the key type that the record has.
  const names = Object.keys(document.fields) as Name[]
  return { ...Object.fromEntries(names.map((name) => [name, (document.terms[name] ?? []).join(JOINT)])), [ID]: key }
}

interface Part<Name extends string> extends Contribution<Name> {
  readonly key: Key
}

/** Term by term and field by field: MiniSearch's own score for several terms cannot be taken apart, and its BM25 has one k1 and b for all fields. */
function* scoredParts<Name extends string>(
  engine: MiniSearch<Stored>,
  { fields, terms }: { readonly fields: Fields<Name>; readonly terms: readonly string[] },
): Generator<Part<Name>> {
  const times = new Map<string, number>()
  for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
  const options = Object.entries(fields) as [Name, FieldOptions][]
  for (const [term, repeated] of times) {
    for (const [field, { weight = 1, k1 = 1.2, b = 0.75 }] of options) {
      for (const { id, score } of engine.search(term, { fields: [field], bm25: { k: k1, b, d: 0.5 } })) {
        yield { key: id, term, field, score: score * repeated * weight }
      }
    }
  }
}

function collectHits<Name extends string>(parts: Iterable<Part<Name>>): Required<LexicalHit<Name>>[] {
  const hits = new Map<Key, { key: Key; score: number; contributions: Contribution<Name>[] }>()
  for (const { key, ...contribution } of parts) {
    const hit = hits.get(key) ?? { key, score: 0, contributions: [] }
    hit.score += contribution.score
    hit.contributions.push(contribution)
    hits.set(key, hit)
  }
  return [...hits.values()]
}

function countDocuments(results: readonly SearchResult[], wanted: (term: string) => boolean): Map<string, number> {
  const documents = new Map<string, number>()
  for (const { terms } of results) for (const term of terms) if (wanted(term)) documents.set(term, (documents.get(term) ?? 0) + 1)
  return documents
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, previous[j]! + 1, current[j - 1]! + 1))
    }
    previous = current
  }
  return previous[b.length]!
}
