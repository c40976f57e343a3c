import type { RelativePath } from '@shoko/core-fs'
import { type KeptIndex, type LoadedIndex, NO_BYTES } from '@shoko/follow'
import { createRanker, type Ranker } from '@shoko/search'
import type { IndexedNote, NoteRecord } from './note-record.ts'

/** Notes and ranker, changed together. */
export interface NoteCatalog extends KeptIndex<NoteRecord> {
  readonly ranker: Ranker
  readonly records: ReadonlyMap<string, NoteRecord>
  /** In steps, for a note may be long; a search in between finds what was there before. Undefined: the file is gone. */
  put(path: RelativePath, note: IndexedNote | undefined): Iterator<undefined, void>
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
    *put(path, note) {
      edition++ // whoever saves or exchanges the index sees that something has begun
      const known = records.get(path)
      const isSame = note !== undefined && known !== undefined && known.hash === note.record.hash && known.hash !== ''
      if (!isSame) {
        if (note?.document === undefined) ranker.remove(path)
        else yield* ranker.addInSteps(note.document)
      }
      edition++
      if (note === undefined) records.delete(path)
      else records.set(path, note.record)
      yield* ranker.tidyInSteps()
    },
    get edition() {
      return edition
    },
  }
}
