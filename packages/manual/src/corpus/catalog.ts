import type { RelativePath } from '@shoko/core-fs'
import type { KeptIndex, LoadedIndex, SavedRow } from '@shoko/follow'
import { createRanker, type Ranker } from '@shoko/search'
import { type FileRecord, type IndexedFile, sameContent } from './file-record.ts'
import { NodeMemory } from './node-memory.ts'

/** What is saved of a file beside its words. */
export type FileRow = Omit<FileRecord, 'words' | 'places'>

/** Files and ranker, changed together; every change gives the manual a new revision. `edition` grows with new time stamps too. */
export interface Catalog extends KeptIndex<FileRow> {
  readonly ranker: Ranker
  readonly records: ReadonlyMap<string, FileRecord>
  /** In steps, for a file may be long; a search in between finds what was there before. */
  put(file: IndexedFile): Iterator<undefined, void>
  drop(key: RelativePath): Iterator<undefined, void>
  /** The nodes that the ranker has found since the last change. */
  readonly nodes: Pick<NodeMemory, 'placeAt' | 'wordsAt'>
  /** Grows with every change of a file in the manual. */
  revisionOf(manualId: string): number
  /** Grows with every change at all. */
  readonly revision: number
  /** By manual. */
  readonly revisions: ReadonlyMap<string, number>
  /** Counts over one manual, or over all. */
  totals(manualId?: string): Totals
  manualIds(): Iterable<string>
}

export interface Totals {
  readonly files: number
  readonly nodes: number
  /** Files that cannot be searched. */
  readonly skipped: number
}

/** `before`: a catalog with the same content, whose revisions go on. */
export function createCatalog(content?: LoadedIndex<FileRow, Ranker>, before?: Pick<Catalog, 'revisions'>): Catalog {
  const { ranker, rows: saved, release } = content ?? { ranker: createRanker(), rows: [], release: () => {} }
  const initial = saved.map(({ row, held }): FileRecord => ({ ...row, words: held, places: [] }))
  const records = new Map<string, FileRecord>(initial.map((record) => [record.key, record]))
  const revisions = new Map(before?.revisions)
  const totals = new Map<string, Totals>()
  const nodes = new NodeMemory(ranker, records)
  let revision = Math.max(0, ...revisions.values())
  let edition = 0
  for (const record of initial) count(record, 1)

  function count(record: FileRecord, sign: 1 | -1): void {
    for (const scope of [record.manualId, ALL]) {
      const { files, nodes, skipped } = totals.get(scope) ?? NONE
      totals.set(scope, {
        files: files + (record.kind === 'nodes' ? sign : 0),
        nodes: nodes + sign * record.lines.length,
        skipped: skipped + (record.kind === 'skipped' ? sign : 0),
      })
    }
  }

  function touch(manualId: string): void {
    revision++
    nodes.forget()
    revisions.set(manualId, revision)
  }

  function* tidy(): Generator<undefined, void> {
    if (yield* ranker.tidyInSteps()) nodes.forget()
  }

  return {
    ranker,
    records,
    *put({ record, document }) {
      edition++ // whoever saves or exchanges the index sees that something has begun
      const known = records.get(record.key)
      const isSame = known !== undefined && sameContent(known, record)
      if (!isSame) {
        if (document === undefined) ranker.remove(record.key)
        else yield* ranker.addInSteps(document)
      }
      edition++
      records.set(record.key, record)
      if (isSame) return
      if (known !== undefined) count(known, -1)
      count(record, 1)
      touch(record.manualId)
      yield* tidy()
    },
    *drop(key) {
      const record = records.get(key)
      if (record === undefined) return
      edition++
      count(record, -1)
      ranker.remove(key)
      records.delete(key)
      touch(record.manualId)
      yield* tidy()
    },
    nodes,
    release,
    rows: () => records.values().map(savedRow),
    saveInSteps: (room) => ranker.saveInSteps(room),
    manualIds: () => [...totals.keys()].filter((id) => id !== ALL),
    totals: (manualId) => totals.get(manualId ?? ALL) ?? NONE,
    revisions,
    revisionOf: (manualId) => revisions.get(manualId) ?? 0,
    get revision() {
      return revision
    },
    get edition() {
      return edition
    },
  }
}

function savedRow({ words, places: _, ...row }: FileRecord): SavedRow<FileRow> {
  return { row, held: words }
}

// No manual has an empty name.
const ALL = ''
const NONE: Totals = { files: 0, nodes: 0, skipped: 0 }
