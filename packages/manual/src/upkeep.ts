import { type Finding, systemClock, type Upkeep } from '@shoko/contract'
import { checkTree, openRoot } from '@shoko/core-fs'
import { indexPathFor, loadIndex } from './corpus/persisted-index.ts'

const STATS_LOCK = 'manual-stats.lock.db'
const INDEX_CODES = ['index-damaged', 'cache-litter']

export interface KeptManuals {
  readonly root: string
  /** Manuals that lie elsewhere. */
  readonly named?: readonly { readonly path: string }[]
  readonly cachePath: string
}

/** `shoko check` for the manuals and for what is kept of them in the cache folder. */
export function manualUpkeep({ root, named = [], cachePath }: KeptManuals): Upkeep {
  const roots = [root, ...named.map(({ path }) => path)].map((path) => openRoot(path, { clock: systemClock }))
  const cache = openRoot(cachePath, { lockPath: STATS_LOCK, clock: systemClock, closed: 'all' })
  const indexPath = indexPathFor(roots.map(({ absolutePath }) => absolutePath).join('\n'))
  return {
    check: async () => [...(await checkManuals()), ...(await checkCache())],
    async repair(findings) {
      if (!findings.some(({ code }) => INDEX_CODES.includes(code))) return
      await cache.exclusive(async () => {
        await cache.removeStaleTemporaryFiles()
        if (await isDamaged()) await cache.remove(indexPath)
      })
    },
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

  async function checkCache(): Promise<Finding[]> {
    const litter = (await checkTree(cache)).filter(({ code }) => code === 'litter')
    const found = litter.map((finding) => ({ ...finding, code: 'cache-litter', path: `cache: ${finding.path}` }))
    if (!(await isDamaged())) return found
    const message = 'the saved index cannot be used (damaged, or of another version): every start builds it anew'
    return [
      ...found,
      {
        level: 'warn',
        code: 'index-damaged',
        path: `cache: ${indexPath}`,
        message,
        fix: 'remove it; the next search saves a new one',
      },
    ]
  }

  async function isDamaged(): Promise<boolean> {
    if ((await cache.find(indexPath).catch(() => undefined)) === undefined) return false
    const content = await loadIndex(cache, indexPath)
    content?.release?.()
    return content === undefined
  }
}

/** The manuals' own folder is never written by a server: a temporary file there belongs to whoever put it there. */
function isTheirs({ code }: Finding): boolean {
  return code !== 'litter'
}
