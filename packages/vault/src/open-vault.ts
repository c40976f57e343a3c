import { createHandleStore, type Ports, withPorts } from '@shoko/contract'
import { openRoot, type Sections, watchTree } from '@shoko/core-fs'
import { createFileAnnouncer } from '@shoko/follow'
import { SectionShelf } from '@shoko/search'
import type { VaultContext } from './context.ts'
import type { FindTrace } from './find/find.ts'
import { NoteIndex } from './find/note-index.ts'
import { LinkIndex } from './links/link-index.ts'
import { explainMissing } from './missing-vault.ts'
import { SearchPool } from './search/search-pool.ts'
import { defaultVaultSettings, type VaultSettings } from './settings.ts'

export interface VaultOptions extends Partial<Ports> {
  readonly root: string
  /** Absolute paths of files that no tool reaches, such as the workspace's settings. */
  readonly withheld?: readonly string[]
  /** Where the index of the notes is kept, e.g. `~/.cache/shoko/vault`; without it every process makes its own. */
  readonly cachePath?: string
  /** Where the notes belong to more than this machine. */
  readonly sections?: Sections | undefined
  readonly settings?: Partial<VaultSettings>
}

export const LOCK_PATH = '.system/shoko/lock.db'

/** Touches nothing: the first call of a tool does. */
export function openVault(options: VaultOptions): VaultContext {
  const { clock, ids, logger, changes, writes } = withPorts(options)
  const { withheld = [] } = options
  const settings = { ...defaultVaultSettings, ...options.settings }
  const root = explainMissing(
    openRoot(options.root, { lockPath: LOCK_PATH, clock, writes, withheld, sections: options.sections }),
  )
  const cache = options.cachePath === undefined ? undefined : openRoot(options.cachePath, { clock, closed: 'cache' })
  const notes = new NoteIndex({ root, cache, clock, logger })
  const grep = new SearchPool({
    rootPath: options.root,
    withheld,
    cachePath: options.cachePath,
    cacheBytes: settings.grepCacheBytes,
  })
  const links = new LinkIndex(root)
  const announcer = createFileAnnouncer(
    {
      find: (path) => root.find(path),
      onOwnWrite: (listener) => root.onOwnWrite(listener),
      watch: (watching) => watchTree(root, watching),
    },
    (uri) => changes.publish({ uri }),
  )
  const traces = createHandleStore<FindTrace>(
    { maxKeep: settings.traceMaxKeep, ttlSec: settings.traceTtlSec },
    { clock, newId: () => ids.trace(), bytesOf: ({ request, candidates }) => 4 * request.query.length + 400 * candidates.length },
  )
  return {
    root,
    settings,
    clock,
    ids,
    logger,
    grep,
    notes,
    shelf: new SectionShelf(),
    links,
    announcer,
    traces,
    async close() {
      await Promise.all([grep.close(), notes.close(), announcer.close()])
      root.close()
      cache?.close()
    },
  }
}
