import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IndexFormatError } from './binary.ts'
import type { FieldOptions, FieldTerms, Key, LexicalIndex } from './lexical-index.ts'

type Field = 'title' | 'body'

export interface LexicalIndexImplementation {
  readonly create: (options: { readonly fields: Readonly<Record<Field, FieldOptions>> }) => LexicalIndex<Field>
  readonly load: (bytes: Uint8Array) => LexicalIndex<Field>
}

const FIELDS = { title: { weight: 2 }, body: { weight: 1 } }
const document: fc.Arbitrary<FieldTerms<Field>> = fc.record({
  title: fc.array(fc.constantFrom('pod', 'node', '設定', 'red'), { maxLength: 3 }),
  body: fc.array(fc.constantFrom('pod', 'node', '設定', 'red', 'volume', 'ñ', '環境'), { maxLength: 12 }),
})
const key: fc.Arbitrary<Key> = fc.oneof(fc.nat(8), fc.constantFrom('a', 'b', 'c/ü.md'))

/** What every index must do, whatever it is made of. */
export function describeLexicalIndex(name: string, { create, load }: LexicalIndexImplementation): void {
  const filled = (documents: readonly (readonly [Key, FieldTerms<Field>])[]): LexicalIndex<Field> => {
    const index = create({ fields: FIELDS })
    for (const [key, fields] of documents) index.add(key, fields)
    return index
  }
  const keys = (index: LexicalIndex<Field>, ...terms: string[]) => index.search(terms).map((hit) => hit.key)

  describe(name, () => {
    it('finds documents by any of the terms, the better match first', () => {
      const index = filled([
        ['both', { body: ['pod', 'node', 'x'] }],
        ['one', { body: ['pod', 'y', 'z'] }],
        ['none', { body: ['volume'] }],
      ])
      expect(keys(index, 'pod', 'node')).toEqual(['both', 'one'])
      expect(keys(index, 'nothing')).toEqual([])
      expect(keys(index)).toEqual([])
    })

    it('counts a field by its weight', () => {
      const index = filled([
        ['in body', { title: ['x'], body: ['pod', 'y'] }],
        ['in title', { title: ['pod'], body: ['x', 'y'] }],
      ])
      expect(keys(index, 'pod')).toEqual(['in title', 'in body'])
    })

    it('prefers rare terms, repeated terms and short fields', () => {
      const rare = filled([
        ['common', { body: ['node'] }],
        ['rare', { body: ['pod'] }],
        ['c', { body: ['node'] }],
        ['d', { body: ['node'] }],
      ])
      expect(keys(rare, 'pod', 'node')[0]).toBe('rare')
      const repeated = filled([
        ['once', { body: ['pod', 'x', 'y', 'z'] }],
        ['twice', { body: ['pod', 'pod', 'y', 'z'] }],
        ['short', { body: ['pod'] }],
        ['other', { body: ['q'] }],
      ])
      expect(keys(repeated, 'pod').indexOf('twice')).toBeLessThan(keys(repeated, 'pod').indexOf('once'))
      expect(keys(repeated, 'pod').indexOf('short')).toBeLessThan(keys(repeated, 'pod').indexOf('once'))
    })

    it('orders equal scores by key: numbers by value, then strings', () => {
      const index = filled(['b', 10, 'a', 9].map((key) => [key, { body: ['pod'] }] as const))
      expect(keys(index, 'pod')).toEqual([9, 10, 'a', 'b'])
    })

    it('gives at most limit hits, and only accepted ones', () => {
      const index = filled([1, 2, 3, 4].map((key) => [key, { body: ['pod'] }] as const))
      expect(index.search(['pod'], { limit: 2 }).map((hit) => hit.key)).toEqual([1, 2])
      expect(index.search(['pod'], { accept: (key) => key === 3 }).map((hit) => hit.key)).toEqual([3])
    })

    it('forgets a removed document and replaces one that is added again', () => {
      const index = filled([
        [1, { body: ['pod'] }],
        [2, { body: ['pod'] }],
      ])
      expect(index.remove(1)).toBe(true)
      expect(index.remove(1)).toBe(false)
      expect(index.has(1)).toBe(false)
      index.add(2, { body: ['node'] })
      expect(index.size).toBe(1)
      expect(keys(index, 'pod')).toEqual([])
      expect(keys(index, 'node')).toEqual([2])
    })

    it('explains a score as contributions that add up to it', () => {
      const index = filled([
        [1, { title: ['pod'], body: ['pod', 'node'] }],
        [2, { body: ['node'] }],
      ])
      const [hit] = index.search(['pod', 'node'], { explain: true })
      expect(hit?.contributions?.map(({ term, field }) => [term, field])).toEqual([
        ['pod', 'title'],
        ['pod', 'body'],
        ['node', 'body'],
      ])
      expect(hit?.contributions?.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(hit!.score, 9)
      expect(index.search(['pod'])[0]).not.toHaveProperty('contributions')
    })

    it('answers as an index built from what is left, after any additions and removals', () => {
      const step = fc.oneof(
        fc.tuple(fc.constant('add' as const), key, document),
        fc.tuple(fc.constant('remove' as const), key, fc.constant({})),
      )
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
          const index = create({ fields: FIELDS })
          const left = new Map<Key, FieldTerms<Field>>()
          for (const [action, key, fields] of steps) {
            if (action === 'add') index.add(key, fields)
            else index.remove(key)
            left.delete(key)
            if (action === 'add') left.set(key, fields)
          }
          expectSameAnswers(index, filled([...left].reverse()))
        }),
        { numRuns: 60 },
      )
    })

    it('answers the same after saving and loading, and takes changes then', () => {
      fc.assert(
        fc.property(fc.array(fc.tuple(key, document), { maxLength: 12 }), document, (documents, late) => {
          const index = filled(documents)
          const loaded = load(index.save())
          expectSameAnswers(loaded, index)
          for (const changed of [index, loaded]) {
            changed.add('late', late)
            changed.remove(documents[0]?.[0] ?? 'nobody')
          }
          expectSameAnswers(loaded, index)
        }),
        { numRuns: 40 },
      )
    })

    it('refuses bytes that it did not write, were cut or were changed', () => {
      const bytes = filled([[1, { body: ['pod', 'node'] }]]).save()
      const changed = bytes.slice()
      changed[bytes.length - 9]! ^= 1
      for (const bad of [new Uint8Array(0), new Uint8Array(64), bytes.slice(0, -8), changed]) {
        expect(() => load(bad)).toThrow(IndexFormatError)
      }
    })

    it('says how much memory it holds', () => {
      expect(filled([[1, { body: ['pod'] }]]).byteSize).toBeGreaterThan(0)
    })
  })
}

function expectSameAnswers(actual: LexicalIndex<Field>, expected: LexicalIndex<Field>): void {
  expect(actual.size).toBe(expected.size)
  for (const terms of [['pod'], ['設定', 'red'], ['ñ', 'volume', 'pod', 'pod'], ['環境']]) {
    const [ours, theirs] = [actual, expected].map((index) => index.search(terms, { limit: 20, explain: true }))
    expect(ours!.map((hit) => hit.key)).toEqual(theirs!.map((hit) => hit.key))
    for (const [place, hit] of ours!.entries()) expect(hit.score).toBeCloseTo(theirs![place]!.score, 9)
  }
}
