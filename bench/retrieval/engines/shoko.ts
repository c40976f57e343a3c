import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainCall } from '@shoko/contract'
import { findInManuals, listHits, openManuals } from '@shoko/manual'
import { fileNameOf, indexOfFile, markdownOf } from '../judged-sets.ts'
import type { Engine } from './engine.ts'

/** What ships, as a client sees it: manual_find with the claim graph, then manual_hits; a document ranks as its best node. */
export const shoko: Engine = {
  name: 'shoko',
  async open(set, workPath) {
    const rootPath = join(workPath, 'manuals')
    mkdirSync(join(rootPath, set.name), { recursive: true })
    for (const [index, doc] of set.docs.entries()) writeFileSync(join(rootPath, set.name, fileNameOf(index)), markdownOf(doc))
    const manuals = openManuals({ rootPath, cachePath: join(workPath, 'cache') })
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
