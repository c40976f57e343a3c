import {
  type Clock,
  createHandleStore,
  createOwnWrites,
  type Ids,
  type Logger,
  type OwnWrites,
  randomIds,
  silentLogger,
  systemClock,
} from '@shoko/contract'
import { openRoot } from '@shoko/core-fs'
import { SectionShelf } from '@shoko/search'
import { defaultVaultSettings, type VaultContext, type VaultSettings } from './context.ts'
import type { FindTrace } from './find/find.ts'
import { NoteIndex } from './find/note-index.ts'
import { GrepPool } from './grep/grep-pool.ts'
import { LinkIndex } from './links/link-index.ts'
import { explainMissing } from './missing-vault.ts'

export interface VaultOptions {
  readonly rootPath: string
  /** Absolute paths of files that no tool reaches, such as the workspace's settings. */
  readonly withheld?: readonly string[]
  readonly clock?: Clock
  readonly ids?: Ids
  readonly logger?: Logger
  readonly writes?: OwnWrites
  readonly settings?: Partial<VaultSettings>
}

export interface OpenVault {
  readonly context: VaultContext
  /** Ends the search threads and gives the lock file back. */
  close(): Promise<void>
}

export const LOCK_PATH = '.system/shoko/lock.db'

/** Touches nothing: the first call of a tool does. */
export function openVault(options: VaultOptions): OpenVault {
  const { rootPath, clock = systemClock, ids = randomIds, logger = silentLogger, writes = createOwnWrites() } = options
  const { withheld = [] } = options
  const settings = { ...defaultVaultSettings, ...options.settings }
  const root = explainMissing(openRoot(rootPath, { lockPath: LOCK_PATH, clock, writes, withheld }))
  const notes = new NoteIndex({ root, clock, logger })
  const grep = new GrepPool({ rootPath, withheld, cacheBytes: settings.grepCacheBytes })
  const links = new LinkIndex(root)
  const traces = createHandleStore<FindTrace>(
    { maxKeep: settings.traceMaxKeep, ttlSec: settings.traceTtlSec },
    { clock, newId: () => ids.trace(), bytesOf: ({ request, candidates }) => 4 * request.query.length + 400 * candidates.length },
  )
  return {
    context: { root, settings, clock, ids, logger, grep, notes, shelf: new SectionShelf(), links, traces },
    async close() {
      await Promise.all([grep.close(), notes.close()])
      root.close()
    },
  }
}
