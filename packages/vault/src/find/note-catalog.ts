import type { RelativePath } from '@shoko/core-fs'
import { type KeptIndex, type LoadedIndex, NO_BYTES } from '@shoko/follow'
import { createRanker, type Ranker } from '@shoko/search'
import type { IndexedNote, NoteRecord } from './note-record.ts'

/** Notes and ranker, changed together. */
export interface NoteCatalog extends KeptIndex<NoteRecord> {
  readonly ranker: Ranker
  readonly records: ReadonlyMap<string, NoteRecord>
  /** Undefined: the file is gone. */
  put(path: RelativePath, note: IndexedNote | undefined): void
}

export function createNoteCatalog(content?: LoadedIndex<NoteRecord, Ranker>): NoteCatalog {
  const { ranker, rows: saved, release } = content ?? { ranker: createRanker(), rows: [], release: () => {} }
  const records = new Map(saved.map(({ row }) => [row.path, row]))
  let edition = 0
  return {
    ranker,
    records,
    release,
    // Passages are read from the notes themselves: nothing of their text is kept.
    rows: () => records.values().map((row) => ({ row, held: NO_BYTES })),
    saveInSteps: (room) => ranker.saveInSteps(room),
    put(path, note) {
      edition++
      const known = records.get(path)
      if (note === undefined) records.delete(path)
      else records.set(path, note.record)
      if (note !== undefined && known !== undefined && known.hash === note.record.hash && known.hash !== '') return
      if (note?.document === undefined) ranker.remove(path)
      else ranker.add(note.document)
    },
    get edition() {
      return edition
    },
  }
}
