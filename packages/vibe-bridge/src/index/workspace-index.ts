import { type Call, type Clock, DomainError, type IndexReport, type Logger, plainCall } from '@shoko/contract'
import type { RelativePath, Root } from '@shoko/core-fs'
import { inTurns, yieldEvery } from '@shoko/follow'
import type { VibeReason } from '../reasons.ts'
import { localDate } from '../workspace/dates.ts'
import { type DocumentAddress, isMarkdown } from '../workspace/layout.ts'
import {
  type CatalogEntry,
  type CatalogFilter,
  listDocuments,
  listSections,
  type Section,
  type SectionFilter,
} from './catalog.ts'
import { FAILURE_TEXT, failureOf, indexError, withRoom } from './database.ts'
import type { DocumentIndex, IndexedAnswer, ReindexRequest } from './document-index.ts'
import { type Followed, type FollowParts, followFile } from './follow-file.ts'
import { IndexFollower } from './index-follower.ts'
import { createIndexKeeper, type IndexKeeper } from './index-keeper.ts'
import { createLargeFiles, type LargeFiles } from './large-files.ts'
import type { IndexFiles, OpenIndex } from './open-index.ts'
import { type ParsedQuery, parseQuery } from './query.ts'
import { createSearcher, type PassageRequest, type SearchAnswer, type Searcher, type SearchRequest } from './search.ts'
import { rebuildIndex, type SyncOutcome, type SyncRequest, syncIndex } from './sync.ts'
import { createTokenizer, type Tokenizer } from './tokens.ts'

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

interface FillRequest extends SyncRequest {
  readonly work: (parts: FollowParts, request: SyncRequest) => Promise<SyncOutcome>
}

/** Long enough for another process to build a big index; after that, both build it, which only costs time. */
const GLOBAL_LOCK_MS = 120_000
export const INDEX_LOCK = '.shoko/index.lock.db'

/** The index as a SQLite file, or in memory. It is disposable, and it heals: callers only ever see answers or one exact reason. */
export class WorkspaceIndex implements DocumentIndex {
  readonly #options: WorkspaceIndexOptions
  readonly #tokenizer: Tokenizer
  readonly #searcher: Searcher
  readonly #keeper: IndexKeeper
  readonly #follower: IndexFollower
  readonly #large: LargeFiles
  readonly #closing = new AbortController()
  /** Whether the index that is open has been compared with the files: until then a locked one is not waited for. */
  #isComplete = false

  constructor(options: WorkspaceIndexOptions) {
    this.#options = options
    this.#tokenizer = createTokenizer()
    this.#searcher = createSearcher(this.#tokenizer)
    this.#large = createLargeFiles()
    this.#keeper = createIndexKeeper({ ...options, onReplaced: () => this.#startAnew() })
    this.#follower = new IndexFollower({
      ...options,
      indexName: options.files.name,
      follow: (address) => this.#follow(address),
      scan: (report) => this.#scan(report),
    })
  }

  search(request: Omit<SearchRequest, 'today'>, call: Call): Promise<SearchAnswer> {
    return this.#read(call, ({ database }) =>
      inTurns(this.#searcher.search(database, { ...request, today: this.#today() }), yieldEvery()),
    )
  }

  passages(request: Omit<PassageRequest, 'today'>, call: Call): Promise<ReturnType<Searcher['passages']>> {
    return this.#read(call, ({ database }) => this.#searcher.passages(database, { ...request, today: this.#today() }))
  }

  documents(filter: CatalogFilter, call: Call): Promise<readonly CatalogEntry[]> {
    return this.#read(call, ({ database }) => listDocuments(database, filter))
  }

  sections(filter: SectionFilter, call: Call): Promise<readonly Section[]> {
    return this.#read(call, ({ database }) => listSections(database, filter))
  }

  parse(query: string): ParsedQuery {
    return parseQuery(query, this.#tokenizer)
  }

  warnings(): readonly string[] {
    return [this.#keeper.warning, this.#follower.warning].filter((warning) => warning !== undefined)
  }

  async watch(): Promise<void> {
    await this.#keeper.prepare()
    if (!this.#keeper.provisional) await this.#follower.start()
  }

  async indexWritten(address: DocumentAddress): Promise<IndexedAnswer> {
    if (!isMarkdown(address.path)) return { indexed: false, warning: 'only .md files are searchable' }
    try {
      await this.#keeper.prepare()
      this.#follower.claim(address)
      const followed = await this.#follow(address)
      if (!this.#follower.isStarted) this.#refresh(plainCall).catch(() => {})
      if (followed === 'unreadable') return { indexed: false, warning: 'the file is written, but it is too large to be indexed' }
      return { indexed: true }
    } catch (error) {
      this.#follower.postpone(address)
      const failure = failureOf(error)
      this.#options.logger.log('warn', { event: 'vibe.index_failed', failure: failure ?? String(error) })
      const warning = `the file is written, but the index ${FAILURE_TEXT[failure ?? 'unknown']}; it is tried again later`
      return { indexed: false, warning }
    }
  }

  async reindex({ project, full }: ReindexRequest, call: Call): Promise<SyncOutcome> {
    if (this.#keeper.warning !== undefined) this.#keeper.reset()
    await this.#keeper.prepare()
    const signal = AbortSignal.any([call.signal, this.#closing.signal])
    const scope = project === undefined ? {} : { project }
    try {
      const outcome = await this.#fill({ work: full ? rebuildIndex : syncIndex, signal, report: call.report, ...scope })
      this.#follower.noteCurrent()
      return outcome
    } catch (error) {
      if (signal.aborted) throw new DomainError<VibeReason>('cancelled', 'the call was cancelled', { cause: error })
      const failure = failureOf(error)
      throw failure === undefined ? error : indexError(this.#options.files.name, failure, error)
    }
  }

  rest(): void {
    this.#keeper.rest()
    this.#tokenizer.forget()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#follower.close()
    await this.#large.close()
    this.#keeper.close()
  }

  /** A file that turns out to be unusable while it is read is left, the next one filled, and the question asked again. */
  async #read<T>(call: Call, work: (index: OpenIndex) => T | Promise<T>): Promise<T> {
    for (;;) {
      await this.#refresh(call)
      const used = this.#keeper.current()
      try {
        return await work(used)
      } catch (error) {
        const failure = failureOf(error)
        if (failure === undefined) throw error
        if (failure === 'busy' || used.place === 'memory') throw indexError(this.#options.files.name, failure, error)
        this.#keeper.leave(used, failure)
      }
    }
  }

  async #refresh(call: Call): Promise<void> {
    await this.#keeper.prepare()
    if (!this.#keeper.provisional) await this.#follower.refresh(call)
  }

  #startAnew(): void {
    this.#isComplete = false
    this.#follower.restart()
  }

  async #scan(report: Call['report']): Promise<void> {
    const { onIndex } = this.#options
    let entries = 0
    try {
      if (!this.#isComplete && (await this.#isEmpty())) onIndex({ building: true, entries: 0 })
      const { stats } = await this.#fill({ work: syncIndex, signal: this.#closing.signal, report })
      this.#isComplete = true
      entries = stats.scanned
    } finally {
      onIndex({ building: false, entries })
    }
  }

  #isEmpty(): Promise<boolean> {
    return this.#keeper.healing(async () => this.#keeper.current().store.projects().length === 0, { patient: true })
  }

  async #fill({ work, ...request }: FillRequest): Promise<SyncOutcome> {
    const filling = () =>
      this.#exclusively(request.signal, () => withRoom(this.#keeper.current().database, () => work(this.#parts(), request)))
    const outcome = await this.#keeper.healing(filling, { patient: this.#isComplete })
    this.#options.logger.log('debug', { event: 'vibe.index_synced', ...outcome.stats })
    return outcome
  }

  #follow(address: DocumentAddress): Promise<Followed> {
    return this.#keeper.healing(() => followFile(this.#parts(), address), { patient: this.#isComplete })
  }

  #parts(): FollowParts {
    const { root, withheld } = this.#options
    const { store, path: indexPath } = this.#keeper.current()
    const here = { root, store, tokenizer: this.#tokenizer, turn: this.#large.turn }
    if (indexPath === undefined) return here
    const job = { rootPath: root.absolutePath, withheld, indexPath }
    return { ...here, aside: (address, task) => this.#large.run({ ...job, address, task }) }
  }

  /** One process at a time fills an index; who cannot have the lock does it all the same. */
  async #exclusively<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { folder } = this.#options
    if (folder === undefined || this.#keeper.current().place === 'memory') return work()
    let started = false
    const begin = () => {
      started = true
      return work()
    }
    try {
      return await folder.exclusive(begin, { lockPath: INDEX_LOCK, timeoutMs: GLOBAL_LOCK_MS, signal, ofCache: true })
    } catch (error) {
      if (started || !(error instanceof DomainError)) throw error
      return work()
    }
  }

  #today(): string {
    return localDate(this.#options.clock.now())
  }
}
