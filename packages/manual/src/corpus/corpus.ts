import type { Call, Clock, IndexReport, Logger, Progress } from '@shoko/contract'
import type { RelativePath, Root, WalkedFile } from '@shoko/core-fs'
import { isCurrent, stampOf, TreeFollower } from '@shoko/follow'
import type { Ranker } from '@shoko/search'
import { throwIfCancelled } from './cancel.ts'
import { type Catalog, createCatalog, type Totals } from './catalog.ts'
import { type FileRecord, indexedFile, skippedFile } from './file-record.ts'
import { createIndexSaver } from './index-saver.ts'
import type { ManualRoots } from './manual-roots.ts'
import { manualFileOf } from './manuals.ts'
import { parseFile } from './nodes.ts'
import { indexPathFor, loadIndex } from './persisted-index.ts'
import { type ReadResult, readForIndex } from './read-file.ts'
import { createSectionTexts, type SectionTexts } from './section-texts.ts'
import { createSoleBuilder } from './sole-builder.ts'
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
  readonly sectionText: SectionTexts['take']
  /** Gives back the memory of what can be loaded again, unless somebody has come meanwhile. */
  rest(isIdle: () => boolean): Promise<void>
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
  const indexPath = indexPathFor(root.identity)
  const sections = createSectionTexts(root)
  const saver = createIndexSaver(cache, indexPath, logger)
  let catalog: Catalog = createCatalog()
  let isLoaded = false
  let isClosed = false
  /** How often the index was put away: what was numbered before means nothing after. */
  let loads = 0
  const builder = createSoleBuilder(cache, indexPath)
  const follower = new TreeFollower<ReadResult>(
    {
      files: root,
      name: 'manuals',
      isFollowed: (path) => manualFileOf(path) !== undefined,
      stampOf: (path) => catalog.records.get(path)?.stamp,
      knownPaths: () => catalog.records.keys(),
      read: (path) => readForIndex(root, path),
      put,
      load,
      onUpdate(outcome) {
        onIndex({ building: false, entries: catalog.totals().nodes })
        if (outcome === 'done') saver.schedule(catalog)
        if (builder.isBuilding) void built()
      },
    },
    { clock, logger },
  )

  async function load(report: (progress: Progress) => void): Promise<void> {
    isLoaded = true
    const read = () => loadIndex(cache, indexPath, logger)
    const content = (await read()) ?? (await builder.begin(read, report))
    if (content === undefined) return onIndex({ building: true, entries: 0 })
    catalog = createCatalog(content)
    saver.isSaved(catalog)
  }

  /**
   * Lets the others have what was built, and takes it from the file itself: what has grown has room to spare, and holds all words;
   * the same takes half the memory when it is loaded.
   */
  async function built(): Promise<void> {
    const own = catalog
    const isSaved = await saver.flush(own).finally(builder.done)
    const { edition } = own
    const content = isSaved ? await loadIndex(cache, indexPath, logger) : undefined
    if (content === undefined) return
    if (catalog !== own || own.edition !== edition || isClosed) return content.release?.()
    catalog = createCatalog(content, own)
    saver.isSaved(catalog)
  }

  function put(path: RelativePath, read: ReadResult, lookedAt: number): void {
    if (read.kind === 'gone') {
      catalog.drop(path)
      return
    }
    const known = catalog.records.get(path)
    if (known !== undefined && isCurrent(known.stamp, read.info)) return
    const stamp = stampOf(read.info, lookedAt)
    catalog.put(read.kind === 'text' ? indexedFile(path, { text: read.text, stamp }) : skippedFile(path, stamp))
  }

  return {
    async refresh(call, waitMs) {
      throwIfCancelled(call)
      await follower.refresh(call, waitMs)
      throwIfCancelled(call)
      return new Set(follower.pending)
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
    get pending() {
      return follower.pending
    },
    fingerprint: (manualId) => `${loads}.${manualId === undefined ? catalog.revision : catalog.revisionOf(manualId)}`,
    manualIds: () => catalog.manualIds(),
    totals: (manualId) => catalog.totals(manualId),
    headingsOf: (file) => knownHeadings(catalog.records.get(file.path), file),
    textOf: (record, node) => nodeText(root, record, node),
    sectionText: sections.take,
    async rest(isIdle) {
      sections.forget()
      if (!isLoaded || follower.pending.size > 0) return
      if (!(await saver.flush(catalog)) || !isIdle() || !follower.rest()) return
      catalog.release()
      catalog = createCatalog()
      saver.forget()
      isLoaded = false
      loads++
    },
    async close() {
      isClosed = true
      await follower.close()
      if (isLoaded) await saver.close(catalog)
      await builder.close()
      catalog.release()
    },
  }
}

function knownHeadings(record: FileRecord | undefined, { info }: WalkedFile): LeveledHeading[] | undefined {
  if (record?.kind !== 'nodes' || info === undefined || !isCurrent(record.stamp, info)) return undefined
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
