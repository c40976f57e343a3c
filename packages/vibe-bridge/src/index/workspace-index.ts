import { type Call, type Clock, DomainError, type IndexReport, type Logger, plainCall } from '@shoko/contract'
import type { RelativePath, Root } from '@shoko/core-fs'
import type { VibeReason } from '../reasons.ts'
import { localDate } from '../workspace/dates.ts'
import { addressOfPath, type DocumentAddress, isMarkdown } from '../workspace/layout.ts'
import {
  type CatalogEntry,
  type CatalogFilter,
  listDocuments,
  listSections,
  type Section,
  type SectionFilter,
} from './catalog.ts'
import { FAILURE_TEXT, failureOf, type IndexFailure } from './database.ts'
import { type Followed, type FollowParts, followFile } from './follow-file.ts'
import { createIndexKeeper } from './index-keeper.ts'
import { createLargeFiles } from './large-files.ts'
import type { IndexFiles, OpenIndex } from './open-index.ts'
import { type ParsedQuery, parseQuery } from './query.ts'
import { createSearcher, type PassageRequest, type SearchAnswer, type Searcher, type SearchRequest } from './search.ts'
import { type SharedRun, shareRun } from './shared-run.ts'
import { rebuildIndex, type SyncOutcome, type SyncRequest, syncIndex } from './sync.ts'
import { createTokenizer } from './tokens.ts'
import { followTree, type TreeFollower } from './tree-follower.ts'

export interface WorkspaceIndexOptions {
  readonly root: Root
  /** As `root` was opened with. */
  readonly withheld: readonly string[]
  /** The folder of the index, where its lock lives; absent for an index in memory only. */
  readonly folder: Root | undefined
  readonly files: IndexFiles
  readonly clock: Clock
  readonly logger: Logger
  /** Called with the paths of files that changed outside this process. */
  readonly onChange: (paths: readonly RelativePath[]) => void
  readonly onIndex: IndexReport
}

export interface ReindexRequest {
  readonly project?: string
  readonly full: boolean
}

interface FillRequest extends SyncRequest {
  readonly work: (parts: FollowParts, request: SyncRequest) => Promise<SyncOutcome>
}

export interface IndexedAnswer {
  readonly indexed: boolean
  readonly warning?: string
}

/** The search index of a workspace. It is disposable, and it heals: callers only ever see answers or one exact reason. */
export interface WorkspaceIndex {
  search(request: Omit<SearchRequest, 'today'>, call: Call): Promise<SearchAnswer>
  passages(request: Omit<PassageRequest, 'today'>, call: Call): Promise<ReturnType<Searcher['passages']>>
  documents(filter: CatalogFilter, call: Call): Promise<readonly CatalogEntry[]>
  sections(filter: SectionFilter, call: Call): Promise<readonly Section[]>
  /** What a query means, without running it. */
  parse(query: string): ParsedQuery
  /** Indexes a file that was just written; never throws, since the file is safe whatever happens here. */
  indexWritten(address: DocumentAddress): Promise<IndexedAnswer>
  reindex(request: ReindexRequest, call: Call): Promise<SyncOutcome>
  /** Why answers may be incomplete or slow to come, for people. */
  warnings(): readonly string[]
  /** Begins to watch the files for changes. */
  watch(): Promise<void>
  close(): Promise<void>
}

/** Long enough for another process to build a big index; after that, both build it, which only costs time. */
const GLOBAL_LOCK_MS = 120_000
export const INDEX_LOCK = '.shoko/index.lock.db'
/** How long a locked index is left alone: every attempt holds up this process. */
const BUSY_PAUSE_MS = 1000

export function createWorkspaceIndex(options: WorkspaceIndexOptions): WorkspaceIndex {
  const { root, clock, logger } = options
  const tokenizer = createTokenizer()
  const searcher = createSearcher(tokenizer)
  const closing = new AbortController()
  const keeper = createIndexKeeper({ ...options, onReplaced: () => follower?.forget() })
  const large = createLargeFiles()
  const pending = new Map<string, DocumentAddress>()
  let following: Promise<void> = Promise.resolve()
  let syncing: SharedRun<SyncOutcome> | undefined
  let follower: TreeFollower | undefined
  let lag: { readonly warning: string; readonly retryAt: number } | undefined

  return {
    search(request, call) {
      const today = localDate(clock.now())
      return read(call, ({ database }) => searcher.search(database, { ...request, today }))
    },
    passages(request, call) {
      const today = localDate(clock.now())
      return read(call, ({ database }) => searcher.passages(database, { ...request, today }))
    },
    documents: (filter, call) => read(call, ({ database }) => listDocuments(database, filter)),
    sections: (filter, call) => read(call, ({ database }) => listSections(database, filter)),
    parse: (query) => parseQuery(query, tokenizer),
    indexWritten,
    reindex,
    warnings: () => [keeper.warning, lag?.warning].filter((warning) => warning !== undefined),
    async watch() {
      await keeper.prepare()
      if (!keeper.provisional) await startFollowing().ready
    },
    async close() {
      closing.abort()
      await follower?.close()
      await syncing?.result.catch(() => {})
      await Promise.all([following.catch(() => {}), large.close()])
      keeper.close()
    },
  }

  /** A file that turns out to be unusable while it is read is left, the next one filled, and the question asked again. */
  async function read<T>(call: Call, work: (index: OpenIndex) => T): Promise<T> {
    for (;;) {
      await ready(call)
      const used = keeper.current()
      try {
        return work(used)
      } catch (error) {
        const failure = failureOf(error)
        if (failure === undefined) throw error
        if (failure === 'busy' || used.place === 'memory') throw indexError(failure, error)
        keeper.leave(used, failure)
      }
    }
  }

  /** Waits until the index follows the files. The first call builds it and begins to watch. */
  async function ready(call: Call): Promise<void> {
    await keeper.prepare()
    if (keeper.provisional) return
    const tree = startFollowing()
    if (lag !== undefined && performance.now() < lag.retryAt) return
    if (syncing === undefined && tree.needsScan()) {
      const run = shareRun((report) => scan(tree, report))
      syncing = run
      // Whoever waits for the run sees its failure; the next caller tries again.
      run.result
        .catch(() => {})
        .finally(() => {
          syncing = undefined
        })
    }
    await catchUp(async () => {
      await syncing?.join(call)
      await followPending()
    })
  }

  /** While another process has the index locked, answers are old, and say so. */
  async function catchUp(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      lag = undefined
    } catch (error) {
      const failure = failureOf(error)
      if (failure === undefined) throw error
      if (failure !== 'busy') throw indexError(failure, error)
      const warning = `${options.files.name} ${FAILURE_TEXT.busy}: what changed since is not searchable yet`
      lag = { warning, retryAt: performance.now() + BUSY_PAUSE_MS }
    }
  }

  async function scan(tree: TreeFollower, report: Call['report']): Promise<SyncOutcome> {
    const scanned = tree.beginScan()
    let entries = 0
    try {
      if (!tree.hasScanned() && (await isEmpty())) options.onIndex({ building: true, entries: 0 })
      const outcome = await fill({ work: syncIndex, signal: closing.signal, report })
      scanned.done()
      entries = outcome.stats.scanned
      return outcome
    } catch (error) {
      scanned.failed()
      throw error
    } finally {
      options.onIndex({ building: false, entries })
    }
  }

  function isEmpty(): Promise<boolean> {
    return keeper.healing(async () => keeper.current().store.projects().length === 0, { patient: true })
  }

  async function reindex({ project, full }: ReindexRequest, call: Call): Promise<SyncOutcome> {
    if (keeper.warning !== undefined) keeper.reset()
    await keeper.prepare()
    const signal = AbortSignal.any([call.signal, closing.signal])
    const scope = project === undefined ? {} : { project }
    try {
      const outcome = await fill({ work: full ? rebuildIndex : syncIndex, signal, report: call.report, ...scope })
      lag = undefined
      return outcome
    } catch (error) {
      if (signal.aborted) throw new DomainError<VibeReason>('cancelled', 'the call was cancelled', { cause: error })
      const failure = failureOf(error)
      throw failure === undefined ? error : indexError(failure, error)
    }
  }

  async function fill({ work, ...request }: FillRequest): Promise<SyncOutcome> {
    const outcome = await keeper.healing(() => exclusively(request.signal, () => work(parts(), request)), {
      patient: follower?.hasScanned() ?? false,
    })
    logger.log('debug', { event: 'vibe.index_synced', ...outcome.stats })
    return outcome
  }

  async function indexWritten(address: DocumentAddress): Promise<IndexedAnswer> {
    if (!isMarkdown(address.path)) return { indexed: false, warning: 'only .md files are searchable' }
    try {
      await keeper.prepare()
      const followed = await follow(address)
      if (follower === undefined) ready(plainCall).catch(() => {})
      if (followed === 'unreadable') return { indexed: false, warning: 'the file is written, but it is too large to be indexed' }
      return { indexed: true }
    } catch (error) {
      pending.set(address.path, address)
      const failure = failureOf(error)
      logger.log('warn', { event: 'vibe.index_failed', failure: failure ?? String(error) })
      const warning = `the file is written, but the index ${FAILURE_TEXT[failure ?? 'unknown']}; it is tried again later`
      return { indexed: false, warning }
    }
  }

  /** What the watcher or a failed attempt left to do, one caller after the other. */
  function followPending(): Promise<void> {
    following = following.then(drain, drain)
    return following
  }

  async function drain(): Promise<void> {
    for (const [path, address] of pending) {
      pending.delete(path)
      try {
        await follow(address)
      } catch (error) {
        pending.set(path, address)
        throw error
      }
    }
  }

  function follow(address: DocumentAddress): Promise<Followed> {
    return keeper.healing(() => followFile(parts(), address), { patient: follower?.hasScanned() ?? false })
  }

  function startFollowing(): TreeFollower {
    follower ??= followTree(root, {
      onFiles(paths) {
        for (const path of paths) {
          const address = isMarkdown(path) ? addressOfPath(path) : undefined
          if (address !== undefined) pending.set(address.path, address)
        }
        options.onChange(paths)
        catchUp(followPending).catch((error: unknown) =>
          logger.log('warn', { event: 'vibe.follow_failed', error: String(error) }),
        )
      },
    })
    return follower
  }

  function parts(): FollowParts {
    const { store, path: indexPath } = keeper.current()
    const here = { root, store, tokenizer, clock, turn: large.turn }
    if (indexPath === undefined) return here
    const job = { rootPath: root.absolutePath, withheld: options.withheld, indexPath }
    return { ...here, aside: (address, task) => large.run({ ...job, address, task, now: clock.now() }) }
  }

  function indexError(failure: IndexFailure, cause: unknown): DomainError {
    const message = `${options.files.name} ${FAILURE_TEXT[failure]}; try again`
    return new DomainError<VibeReason>('index_error', message, { cause, details: { retry: true } })
  }

  /** One process at a time fills an index; who cannot have the lock does it all the same. */
  async function exclusively<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { folder } = options
    if (folder === undefined || keeper.current().place === 'memory') return work()
    let started = false
    const begin = () => {
      started = true
      return work()
    }
    try {
      return await folder.exclusive(begin, { lockPath: INDEX_LOCK, timeoutMs: GLOBAL_LOCK_MS, signal })
    } catch (error) {
      if (started || !(error instanceof DomainError)) throw error
      return work()
    }
  }
}
