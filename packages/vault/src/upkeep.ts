import { type Finding, systemClock, type Upkeep } from '@shoko/contract'
import { checkTree, openRoot } from '@shoko/core-fs'
import { createIndexUpkeep } from '@shoko/follow'
import { noteIndexPath, openNoteIndexFile } from './find/note-index-file.ts'
import { LOCK_PATH } from './open-vault.ts'

const CACHE_LOCK = 'vault-cache.lock.db'

export interface KeptVault {
  readonly root: string
  /** Where the index of the notes is kept. */
  readonly cachePath: string
}

/** `shoko check` for a vault: the notes are plain files, so only what lies between them can be mended; and their saved index. */
export function vaultUpkeep({ root: path, cachePath }: KeptVault): Upkeep {
  const root = openRoot(path, { lockPath: LOCK_PATH, clock: systemClock })
  const cache = openRoot(cachePath, { lockPath: CACHE_LOCK, clock: systemClock, closed: 'cache' })
  const index = createIndexUpkeep(cache, openNoteIndexFile(cache, noteIndexPath(root.absolutePath)))
  return {
    check: async () => [...(await checkTree(root)), ...(await index.check())],
    async repair(findings: readonly Finding[]) {
      if (findings.some(({ code }) => code === 'litter')) await root.exclusive(() => root.removeStaleTemporaryFiles())
      await index.repair(findings)
    },
    async close() {
      root.close()
      cache.close()
    },
  }
}
