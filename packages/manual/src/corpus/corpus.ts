import type { Call, Clock, IndexReport, Logger } from '@shoko/contract'
import type { RelativePath, Root, WalkedFile } from '@shoko/core-fs'
import { IndexKeeper, isCurrent, stampOf, TreeFollower } from '@shoko/follow'
import type { Ranker } from '@shoko/search'
import { throwIfCancelled } from './cancel.ts'
import { type Catalog, createCatalog, type FileRow, type Totals } from './catalog.ts'
import { type FileRecord, indexedFile, skippedFile } from './file-record.ts'
import type { ManualRoots } from './manual-roots.ts'
import { manualFileOf } from './manuals.ts'
import { parseFile } from './nodes.ts'
import { indexPathFor, openIndexFile } from './persisted-index.ts'
import { type ReadResult, readForIndex } from './read-file.ts'
import { createSectionTexts, type SectionTexts } from './section-texts.ts'
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
  const sections = createSectionTexts(root)
  const file = openIndexFile(cache, indexPathFor(root.identity), logger)
  const keeper = new IndexKeeper<FileRow, Ranker, Catalog>({ cache, file, create: createCatalog })
  /** How often the index was put away: what was numbered before means nothing after. */
  let loads = 0
  const follower = new TreeFollower<ReadResult>(
    {
      files: root,
      name: 'manuals',
      isFollowed: (path) => manualFileOf(path) !== undefined,
      stampOf: (path) => keeper.index.records.get(path)?.stamp,
      knownPaths: () => keeper.index.records.keys(),
      read: (path) => readForIndex(root, path),
      put,
      async load(report) {
        if (!(await keeper.load(report))) onIndex({ building: true, entries: 0 })
      },
      onUpdate(outcome) {
        onIndex({ building: false, entries: keeper.index.totals().nodes })
        keeper.updated(outcome)
      },
    },
    { clock, logger },
  )

  function put(path: RelativePath, read: ReadResult, lookedAt: number): Iterator<undefined, void> | undefined {
    if (read.kind === 'gone') return keeper.index.drop(path)
    const known = keeper.index.records.get(path)
    if (known !== undefined && isCurrent(known.stamp, read.info)) return undefined
    const stamp = stampOf(read.info, lookedAt)
    return keeper.index.put(read.kind === 'text' ? indexedFile(path, { text: read.text, stamp }) : skippedFile(path, stamp))
  }

  return {
    async refresh(call, waitMs) {
      throwIfCancelled(call)
      await follower.refresh(call, waitMs)
      throwIfCancelled(call)
      return new Set(follower.pending)
    },
    get ranker() {
      return keeper.index.ranker
    },
    get records() {
      return keeper.index.records
    },
    get nodes() {
      return keeper.index.nodes
    },
    get pending() {
      return follower.pending
    },
    fingerprint: (manualId) => `${loads}.${manualId === undefined ? keeper.index.revision : keeper.index.revisionOf(manualId)}`,
    manualIds: () => keeper.index.manualIds(),
    totals: (manualId) => keeper.index.totals(manualId),
    headingsOf: (file) => knownHeadings(keeper.index.records.get(file.path), file),
    textOf: (record, node) => nodeText(root, record, node),
    sectionText: sections.take,
    async rest(isIdle) {
      sections.forget()
      if (follower.pending.size > 0) return
      if (await keeper.rest(() => isIdle() && follower.rest())) loads++
    },
    async close() {
      await follower.close()
      await keeper.close()
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
