import type { Call, Clock, IndexReport, Logger, Progress } from '@shoko/contract'
import { createLiveChanges, type Root, type WalkedFile } from '@shoko/core-fs'
import type { Ranker } from '@shoko/search'
import { throwIfCancelled } from './cancel.ts'
import { type Catalog, createCatalog, type Totals } from './catalog.ts'
import { type FileRecord, sameStamp, stampOf } from './file-record.ts'
import { createIndexSaver } from './index-saver.ts'
import type { ManualRoots } from './manual-roots.ts'
import { parseFile } from './nodes.ts'
import { indexPathFor, loadIndex } from './persisted-index.ts'
import { readForIndex } from './read-file.ts'
import { createSectionTexts, type SectionTexts } from './section-texts.ts'
import { catchUp, inspect, type Pending, sweep, walkManuals } from './sync.ts'
import type { LeveledHeading } from './toc.ts'

/** The nodes of all manuals, kept current. */
export interface Corpus {
  /** Takes in what changed, for at most `waitMs`. Gives the files that are not in the index as they are, none when all was done. */
  refresh(call: Call, waitMs: number): Promise<ReadonlySet<string>>
  readonly ranker: Ranker
  readonly records: ReadonlyMap<string, FileRecord>
  /** Files known to be there, or to have changed, that are not in the index yet. */
  readonly pending: ReadonlySet<string>
  /** Changes whenever a file of the manual does, or of any manual when none is named. */
  fingerprint(manualId?: string): string
  /** Counts over one manual, or over all. */
  totals(manualId?: string): Totals
  manualIds(): Iterable<string>
  /** Headings of a file that the index knows as it is on the disk. */
  headingsOf(file: WalkedFile): LeveledHeading[] | undefined
  /** The nodes that the ranker has found since the last refresh. */
  readonly nodes: Catalog['nodes']
  /** The text of a node as it is now; undefined when the file went away or lost the node. */
  textOf(record: FileRecord, node: number): Promise<string | undefined>
  /** The own text of a node, verbatim and taken apart; undefined when its file is not what the index knows. */
  readonly sectionText: SectionTexts
  close(): Promise<void>
}

export interface CorpusPorts {
  readonly root: ManualRoots
  readonly cache: Root
  readonly clock: Clock
  readonly logger: Logger
  readonly onIndex: IndexReport
}

/** Nothing is read or watched before the first refresh. */
export function createCorpus({ root, cache, clock, logger, onIndex }: CorpusPorts): Corpus {
  const pending: Pending = new Set()
  const listeners = new Set<(progress: Progress) => void>()
  const live = createLiveChanges(root, clock)
  const indexPath = indexPathFor(root.identity)
  const saver = createIndexSaver(cache, indexPath, logger)
  let catalog: Catalog = createCatalog()
  let started: Promise<void> | undefined
  let running: Promise<void> | undefined

  async function start(): Promise<void> {
    live.start()
    const content = await loadIndex(cache, indexPath, logger)
    if (content === undefined) return onIndex({ building: true, entries: 0 })
    catalog = createCatalog(content)
    saver.isSaved(catalog)
  }

  async function update(): Promise<void> {
    // At the start the disk is walked while the saved index is read.
    const walking = started === undefined ? walkManuals(root) : undefined
    walking?.catch(() => {})
    started ??= start()
    await started
    const ports = { root, catalog, pending }
    const due = live.take()
    try {
      if (due.sweep) sweep(ports, await (walking ?? walkManuals(root)))
      else await inspect(ports, due.paths)
      await catchUp(ports, tellListeners)
    } catch (error) {
      live.distrust()
      throw error
    } finally {
      onIndex({ building: false, entries: catalog.totals().nodes })
    }
    saver.schedule(catalog)
  }

  function tellListeners(progress: Progress): void {
    for (const listener of listeners) listener(progress)
  }

  function updateOnce(): Promise<void> {
    running ??= update().finally(() => {
      running = undefined
    })
    return running
  }

  async function untilCurrent(): Promise<void> {
    // An update under way may have begun before the last change was seen.
    if (running !== undefined) await running
    if (live.due || pending.size > 0) await updateOnce()
    // Another call may have begun the next one: what that reads again counts as not scanned until it is done.
    while (running !== undefined) await running
  }

  async function wait(call: Call, waitMs: number): Promise<void> {
    listeners.add(call.report)
    try {
      await within(untilCurrent(), { waitMs, signal: call.signal })
    } finally {
      listeners.delete(call.report)
    }
    throwIfCancelled(call)
  }

  /** Not awaited: the answer at hand is as good as the watcher, the next one is better. */
  function checkInBackground(): void {
    if (!live.doubtful) return
    live.distrust()
    updateOnce().catch((cause) => logger.log('warn', { event: 'manual_sweep_failed', cause: String(cause) }))
  }

  return {
    async refresh(call, waitMs) {
      throwIfCancelled(call)
      if (running !== undefined || live.due || pending.size > 0) await wait(call, waitMs)
      if (live.doubtful) setImmediate(checkInBackground).unref()
      return new Set(pending)
    },
    get ranker() {
      return catalog.ranker
    },
    get records() {
      return catalog.records
    },
    get nodes() {
      return catalog.nodes
    },
    pending,
    fingerprint: (manualId) => String(manualId === undefined ? catalog.revision : catalog.revisionOf(manualId)),
    manualIds: () => catalog.manualIds(),
    totals: (manualId) => catalog.totals(manualId),
    headingsOf: (file) => knownHeadings(catalog.records.get(file.path), file),
    textOf: (record, node) => nodeText(root, record, node),
    sectionText: createSectionTexts(root),
    async close() {
      await live.close()
      await running?.catch(() => {})
      if (started !== undefined) await saver.close(catalog)
    },
  }
}

function knownHeadings(record: FileRecord | undefined, { info }: WalkedFile): LeveledHeading[] | undefined {
  if (record?.kind !== 'nodes' || info === undefined || !sameStamp(record.stamp, stampOf(info))) return undefined
  return record.titles.flatMap((title, index) => {
    const level = record.levels[index]!
    return level > 0 ? [{ title, line_start: record.lines[index]!, level }] : []
  })
}

async function nodeText(root: ManualRoots, record: FileRecord, node: number): Promise<string | undefined> {
  const read = await readForIndex(root, record.key)
  if (read.kind !== 'text') return undefined
  const parsed = parseFile(record.key, read.text)
  const found = parsed.nodes[node]
  return found === undefined ? undefined : parsed.searchText(found)
}

/** Waits for the work, but not longer than allowed; the work goes on. */
async function within(
  work: Promise<void>,
  { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.min(waitMs, MAX_TIMER_MS))
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  // Work that fails after the waiting has ended fails the next call, not the process.
  work.catch(() => {})
  try {
    await Promise.race([work, enough])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

const MAX_TIMER_MS = 2 ** 31 - 1
