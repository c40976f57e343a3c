import { yieldEvery } from '../yield-every.ts'
import type { IndexFile, SavableIndex } from './index-file.ts'

export interface IndexSaver<Index> {
  /** The index is as the file on the disk shows it. */
  isSaved(index: Index): void
  schedule(index: Index): void
  /** Saves now what is not saved yet; true when the file on the disk shows the index as it is then. */
  flush(index: Index): Promise<boolean>
  /** Holds no index any longer. */
  forget(): void
  /** Saves now what is not saved yet, and no more after that. */
  close(index: Index): Promise<void>
}

const DELAY_MS = 20_000

/** A first index is saved at once, later changes some time after they were made: what a kill loses is read again in a moment. */
export function createIndexSaver<Row, Index extends SavableIndex<Row>>(
  file: Pick<IndexFile<Row, unknown>, 'save'>,
): IndexSaver<Index> {
  let saved: { readonly index: Index; readonly edition: number } | undefined
  let onDisk: typeof saved
  let outcome: Awaited<ReturnType<typeof file.save>> | undefined
  let timer: NodeJS.Timeout | undefined
  let saving: Promise<void> = Promise.resolve()
  let closed = false

  const isCurrent = (index: Index) => saved?.index === index && saved.edition === index.edition
  const mark = (index: Index) => {
    saved = { index, edition: index.edition }
    return saved
  }

  /** When the index changes meanwhile, it is scheduled anew by whoever changed it. */
  function save(index: Index, pause: () => Promise<void>): Promise<void> {
    if (isCurrent(index)) return saving
    const marked = mark(index)
    saving = saving.then(async () => {
      outcome = await file.save(index, pause)
      if (outcome === 'saved') onDisk = marked
    })
    return saving
  }

  return {
    isSaved(index) {
      onDisk = mark(index)
    },
    schedule(index) {
      if (closed || timer !== undefined || isCurrent(index)) return
      const run = () => {
        timer = undefined
        void save(index, yieldEvery())
      }
      timer = setTimeout(run, saved === undefined ? 0 : DELAY_MS)
      timer.unref()
    },
    async flush(index) {
      clearTimeout(timer)
      timer = undefined
      await save(index, yieldEvery())
      return onDisk?.index === index && onDisk.edition === index.edition
    },
    forget() {
      saved = undefined
      onDisk = undefined
    },
    async close(index) {
      closed = true
      clearTimeout(timer)
      const saveNow = () => save(index, async () => {})
      await saveNow()
      if (outcome !== 'changed') return
      saved = undefined // it changes no more
      await saveNow()
    },
  }
}
