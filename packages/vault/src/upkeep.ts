import { type Finding, systemClock, type Upkeep } from '@shoko/contract'
import { checkTree, openRoot } from '@shoko/core-fs'
import { LOCK_PATH } from './open-vault.ts'

/** `shoko check` for a vault: the notes are plain files, so only what lies between them can be mended. */
export function vaultUpkeep({ root: path }: { readonly root: string }): Upkeep {
  const root = openRoot(path, { lockPath: LOCK_PATH, clock: systemClock })
  return {
    check: () => checkTree(root),
    async repair(findings: readonly Finding[]) {
      if (findings.some(({ code }) => code === 'litter')) await root.exclusive(() => root.removeStaleTemporaryFiles())
    },
    async close() {
      root.close()
    },
  }
}
