import { type Finding, systemClock, type Upkeep } from '@shoko/contract'
import { checkTree, openRoot } from '@shoko/core-fs'
import { createIndexUpkeep } from '@shoko/follow'
import { indexPathFor, openIndexFile } from './corpus/persisted-index.ts'

const STATS_LOCK = 'manual-stats.lock.db'

export interface KeptManuals {
  readonly root: string
  /** Manuals that lie elsewhere. */
  readonly named?: readonly { readonly path: string }[]
  readonly cachePath: string
}

/** `shoko check` for the manuals and for what is kept of them in the cache folder. */
export function manualUpkeep({ root, named = [], cachePath }: KeptManuals): Upkeep {
  const roots = [root, ...named.map(({ path }) => path)].map((path) => openRoot(path, { clock: systemClock }))
  const cache = openRoot(cachePath, { lockPath: STATS_LOCK, clock: systemClock, closed: 'cache' })
  const index = createIndexUpkeep(
    cache,
    openIndexFile(cache, indexPathFor(roots.map(({ absolutePath }) => absolutePath).join('\n'))),
  )
  return {
    check: async () => [...(await checkManuals()), ...(await index.check())],
    repair: (findings) => index.repair(findings),
    async close() {
      for (const root of roots) root.close()
      cache.close()
    },
  }

  async function checkManuals(): Promise<Finding[]> {
    const found: Finding[] = []
    for (const root of roots) found.push(...(await checkTree(root)).filter(isTheirs))
    return found
  }
}

/** The manuals' own folder is never written by a server: a temporary file there belongs to whoever put it there. */
function isTheirs({ code }: Finding): boolean {
  return code !== 'litter'
}
