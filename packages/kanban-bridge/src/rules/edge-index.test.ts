import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EdgeIndex } from './edge-index.ts'
import { type Edge, inOrder, RELATION_TYPES } from './relations.ts'

const id = fc.constantFrom<string[]>('A', 'B', 'C', 'D')
const edges = fc.array(fc.record({ type: fc.constantFrom(...RELATION_TYPES), from: id, to: id }))

it('finds what a look at every edge would find', () => {
  fc.assert(
    fc.property(edges, fc.uniqueArray(id), (all, asked) => {
      const isAbout = (edge: Edge) => asked.includes(edge.from) || (edge.type === 'relates' && asked.includes(edge.to))
      const index = new EdgeIndex(all)
      expect(index.about(asked)).toEqual(inOrder(all.filter(isAbout)))
      for (const parent of asked) {
        const children = all.filter((edge) => edge.type === 'parent' && edge.to === parent).map((edge) => edge.from)
        expect(index.childrenOf(parent)).toEqual(children)
      }
    }),
  )
})
