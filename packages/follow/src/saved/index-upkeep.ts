import type { Finding } from '@shoko/contract'
import { checkTree, type Root } from '@shoko/core-fs'
import type { IndexFile } from './index-file.ts'

/** `shoko check` for a folder of saved indexes. */
export interface IndexUpkeep {
  check(): Promise<Finding[]>
  /** Removes what the findings name, while nobody else repairs. */
  repair(findings: readonly Finding[]): Promise<void>
}

const DAMAGED = 'index-damaged'
const LITTER = 'cache-litter'

export function createIndexUpkeep(cache: Root, file: IndexFile<unknown, unknown>): IndexUpkeep {
  async function isDamaged(): Promise<boolean> {
    if ((await cache.find(file.path).catch(() => undefined)) === undefined) return false
    const content = await file.load()
    content?.release()
    return content === undefined
  }

  return {
    async check() {
      const litter = (await checkTree(cache)).filter(({ code }) => code === 'litter')
      const found = litter.map((finding) => ({ ...finding, code: LITTER, path: `cache: ${finding.path}` }))
      if (!(await isDamaged())) return found
      const message = 'the saved index cannot be used (damaged, or of another version): every start builds it anew'
      const fix = 'remove it; the next search saves a new one'
      return [...found, { level: 'warn', code: DAMAGED, path: `cache: ${file.path}`, message, fix }]
    },
    async repair(findings) {
      if (!findings.some(({ code }) => code === DAMAGED || code === LITTER)) return
      await cache.exclusive(async () => {
        await cache.removeStaleTemporaryFiles()
        if (await isDamaged()) await cache.remove(file.path)
      })
    },
  }
}
