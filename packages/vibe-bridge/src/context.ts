import { basename, dirname, resolve } from 'node:path'
import { type Clock, DEFAULTS, type Ids, type IndexReport, type Logger, type Ports, withPorts } from '@shoko/contract'
import { openRoot, type RelativePath, type Root, type Sections, sha256 } from '@shoko/core-fs'
import type { DocumentIndex } from './index/document-index.ts'
import { WorkspaceIndex, type WorkspaceIndexOptions } from './index/workspace-index.ts'
import { urisOfPath } from './resources/uris.ts'

export interface VibeOptions extends Partial<Ports> {
  /** VIBE_ROOT, absolute. */
  readonly root: string
  /** Absolute paths of files that no tool reaches, such as the workspace's settings. */
  readonly withheld?: readonly string[]
  /** VIBE_DB, absolute; default `index.db` in the root. */
  readonly dbPath?: string
  /** Nothing is written, not even an index, unless `cacheDir` says where one may be kept. */
  readonly readOnly?: boolean
  /** Where the index of a read-only workspace may live, absolute. */
  readonly cacheDir?: string
  /** Where the workspaces belong to more than this machine. */
  readonly sections?: Sections | undefined
  readonly onIndex?: IndexReport
  /** What keeps the documents searchable; default: a SQLite file, in memory where nothing may be written. */
  readonly openIndex?: (parts: WorkspaceIndexOptions) => DocumentIndex
  /** HARD_MAX_CHARS */
  readonly hardMaxChars?: number
}

export interface VibeContext {
  readonly root: Root
  /** Where locks live: the folder of VIBE_DB. */
  readonly locks: Root
  readonly index: DocumentIndex
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly readOnly: boolean
  /** What one answer may hold, in characters. */
  readonly hardMaxChars: number
  /** Under a lock, before the first write: removes what killed processes left, where the lock itself does not. */
  readonly sweepOnce: () => Promise<void>
  /** Tells subscribers that a file changed through this process. */
  readonly announce: (path: RelativePath) => void
  close(): Promise<void>
}

/** Touches nothing: the index is opened and the files are watched with the first use. */
export function openVibe(options: VibeOptions): VibeContext {
  const { clock, ids, logger, changes, writes } = withPorts(options)
  const { readOnly = false, openIndex = (parts) => new WorkspaceIndex(parts) } = options
  const dbPath = resolve(options.dbPath ?? `${options.root}/index.db`)
  const withheld = options.withheld ?? []
  const root = openRoot(options.root, { clock, writes, withheld, sections: options.sections })
  const locks = dirname(dbPath) === resolve(options.root) ? root : openRoot(dirname(dbPath), { clock, closed: 'new' })
  const indexPath = readOnly ? cachePath(options) : dbPath
  const cache = readOnly && indexPath !== undefined ? openRoot(dirname(indexPath), { clock, closed: 'all' }) : undefined
  let swept = locks === root
  const index = openIndex({
    root,
    withheld,
    folder: readOnly ? cache : locks,
    files: { name: basename(dbPath), ...(indexPath === undefined ? {} : { path: indexPath }) },
    clock,
    logger,
    onChange: (paths) => publish(paths),
    onIndex: options.onIndex ?? (() => {}),
  })
  return {
    root,
    locks,
    index,
    clock,
    ids,
    logger,
    readOnly,
    hardMaxChars: options.hardMaxChars ?? DEFAULTS.hardMaxChars,
    async sweepOnce() {
      if (swept) return
      swept = true
      await root.removeStaleTemporaryFiles().catch(() => {}) // hidden from every reader, so no reason to refuse a write
    },
    announce: (path) => publish([path]),
    async close() {
      await index.close()
      for (const open of new Set([root, locks, cache])) open?.close()
    },
  }

  function publish(paths: readonly RelativePath[]): void {
    for (const uri of new Set(paths.flatMap(urisOfPath))) changes.publish({ uri })
  }
}

/** One file a workspace, in a folder that other workspaces share. */
function cachePath({ root, cacheDir }: VibeOptions): string | undefined {
  return cacheDir === undefined ? undefined : resolve(cacheDir, `vibe-${sha256(resolve(root)).slice(0, 16)}.db`)
}
