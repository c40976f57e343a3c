import { describe, expect, it } from 'vitest'
import { describeLexicalIndex } from './lexical-index.suite.ts'
import { createMiniSearchIndex, loadMiniSearchIndex } from './minisearch-index.ts'

describeLexicalIndex('the MiniSearch index', { create: createMiniSearchIndex, load: loadMiniSearchIndex })

describe('look-up of terms that are not quite right', () => {
  const index = createMiniSearchIndex({ fields: { body: {} } })
  index.add(1, { body: ['deployment', 'container', '設定'] })
  index.add(2, { body: ['deployment', 'depth', 'contenedor'] })

  it('completes a prefix, the commoner term first', () => {
    expect(index.complete('dep')).toEqual(['deployment', 'depth'])
    expect(index.complete('dep', 1)).toEqual(['deployment'])
    expect(index.complete('設')).toEqual(['設定'])
    expect(index.complete('zzz')).toEqual([])
  })

  it('proposes what was probably meant, the nearest first, and nothing for a term that is there', () => {
    expect(index.didYouMean('deploymnet')).toEqual(['deployment'])
    expect(index.didYouMean('contaner')).toEqual(['container', 'contenedor'])
    expect(index.didYouMean('depth')).toEqual([])
  })
})
