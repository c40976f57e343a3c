import fc from 'fast-check'
import { expect, it } from 'vitest'
import { finish } from './binary.ts'
import { NumberList } from './growable.ts'
import { PostingBuffer, PostingLists } from './posting-lists.ts'
import { MarkedTerms, Sequences } from './sequences.ts'

/** Postings in ascending order of document, as an index adds them: [term, document, frequency]. */
const postings = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.nat(3), fc.nat(200_000)),
      terms: fc.dictionary(fc.constantFrom('0', '1', '2', '40'), fc.integer({ min: 1, max: 70_000 })),
    }),
    {
      maxLength: 40,
    },
  )
  .map((documents) => {
    let document = -1
    return documents.flatMap(({ gap, terms }) => {
      document += gap + 1
      return Object.entries(terms).map(([term, frequency]) => [Number(term), document, frequency] as const)
    })
  })

function read(lists: PostingLists, term: number): [number, number][] {
  const buffer = new PostingBuffer()
  const count = lists.decode(term, buffer)
  return Array.from({ length: count }, (_, i) => [buffer.documents[i]!, buffer.frequencies[i]!])
}

it('gives back every posting in order, also after saving, and then takes more', () => {
  fc.assert(
    fc.property(postings, fc.nat(40), (all, cut) => {
      let lists = new PostingLists()
      for (const [i, posting] of all.entries()) {
        if (i === cut) lists = new PostingLists(lists.save())
        lists.append(...posting)
      }
      for (const term of [0, 1, 2, 40, 41]) {
        const expected = all.filter((posting) => posting[0] === term).map(([, document, frequency]) => [document, frequency])
        expect(read(lists, term)).toEqual(expected)
        expect(lists.count(term)).toBe(expected.length)
        expect(lists.last(term)).toBe(expected.at(-1)?.[0] ?? -1)
      }
    }),
  )
})

it('tallies the documents of a list as decoding it would', () => {
  fc.assert(
    fc.property(postings, (all) => {
      const lists = new PostingLists()
      for (const posting of all) lists.append(...posting)
      const counts = new Uint8Array((all.at(-1)?.[1] ?? 0) + 1)
      const noted = new NumberList()
      if (lists.count(1) > 0) lists.tally(1, counts, noted)
      expect([...noted.values()]).toEqual(read(lists, 1).map(([document]) => document))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(lists.count(1))
    }),
  )
})

it('renumbers documents and drops those without a number', () => {
  const lists = new PostingLists()
  lists.append(0, 1, 5)
  lists.append(0, 2, 1)
  lists.append(0, 4, 2)
  const renumbered = finish(lists.renumbered({ owners: Int32Array.of(-1, 0, -1, -1, 1), terms: undefined }))
  expect(read(renumbered, 0)).toEqual([
    [0, 5],
    [1, 2],
  ])
})

it('keeps sequences of terms in their order', () => {
  const sequences = new Sequences()
  sequences.push(Uint32Array.of(3, 65_535, 1, 400_000, 2))
  sequences.push(Uint32Array.of())
  sequences.push(Uint32Array.of(7, 3))
  const marks = new Uint32Array(500_000)
  for (const term of [3, 65_535, 400_000, 2]) marks[term] = term + 1
  const found = (list: Sequences, document: number, room = 10, marked = marks) => {
    const out = new MarkedTerms(room)
    list.findMarked(document, marked, out)
    return Array.from({ length: out.length }, (_, i) => [out.places[i], out.marks[i]! - 1])
  }
  const whole = [
    [0, 3],
    [1, 65_535],
    [3, 400_000],
    [4, 2],
  ]
  expect(found(sequences, 0)).toEqual(whole)
  expect(found(sequences, 0, 4)).toEqual(whole.slice(0, 3))
  expect(found(sequences, 1)).toEqual([])
  const kept = new Sequences(finish(sequences.kept({ owners: Int32Array.of(-1, -1, 0), terms: undefined })).save())
  expect(found(kept, 0)).toEqual([[1, 3]])
  // In a small vocabulary no number is wide.
  sequences.push(Uint32Array.of(3, 9, 2, 3))
  const few = Uint32Array.of(0, 0, 3, 4, 0, 0, 0, 0, 0, 0)
  const places = [
    [0, 3],
    [2, 2],
    [3, 3],
  ]
  expect(found(sequences, 3, 10, few)).toEqual(places)
  expect(found(sequences, 3, 3, few)).toEqual(places.slice(0, 2))
})
