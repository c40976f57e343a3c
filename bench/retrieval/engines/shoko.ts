import { join } from 'node:path'
import { plainCall } from '@shoko/contract'
import { findInManuals, listHits, openManuals } from '@shoko/manual'
import { createRanker } from '@shoko/search'
import { fileNameOf, indexOfFile, markdownOf, writeDocuments } from '../judged-sets.ts'
import type { Engine } from './engine.ts'

/** What ships, as a client sees it: manual_find with the claim graph, then manual_hits; a document ranks as its best node. */
export const shoko: Engine = {
  name: 'shoko',
  prepare: (set, workPath) => writeDocuments(join(workPath, 'manuals', set.name), set.docs.map(markdownOf)),
  async open(_set, workPath) {
    const manuals = openManuals({ root: join(workPath, 'manuals'), cachePath: join(workPath, 'cache') })
    await findInManuals(manuals, { query: 'index' }, plainCall)
    return {
      async search(query) {
        const { trace_id } = await findInManuals(manuals, { query, include_claim_graph: true }, plainCall)
        return async () => {
          const { items } = await listHits(manuals, { trace_id, kind: 'candidates', limit: 200 })
          const files = new Set(items.map(({ ref }) => indexOfFile((ref as { path: string }).path))) // rows of kind candidates have a ref
          return [...files].slice(0, 10)
        }
      },
      close: () => manuals.close(),
    }
  },
}

/** The ranking index behind it, fed as the other libraries are: without files, Markdown or a saved copy. For what building costs. */
export const shokoRanker: Engine = {
  name: 'shoko, ranking index alone',
  async open(set) {
    const ranker = createRanker()
    for (const [index, { title, text }] of set.docs.entries())
      ranker.add({ key: fileNameOf(index), title, sections: [{ headings: [title], text }] })
    return {
      async search(query) {
        const found = ranker.search(query, { perDocument: true })
        return async () => found.map(({ key }) => indexOfFile(key))
      },
      close: async () => {},
    }
  },
}
