import type { Logger } from '@shoko/contract'
import type { RelativePath, Root } from '@shoko/core-fs'
import { yieldEvery } from '@shoko/follow'
import type { Catalog } from './catalog.ts'
import { saveIndex } from './persisted-index.ts'

export interface IndexSaver {
  /** The catalog is as the file on the disk shows it. */
  isSaved(catalog: Catalog): void
  schedule(catalog: Catalog): void
  /** Saves now what is not saved yet; true when the file on the disk shows the catalog as it is then. */
  flush(catalog: Catalog): Promise<boolean>
  /** Holds no catalog any longer. */
  forget(): void
  /** Saves now what is not saved yet, and no more after that. */
  close(catalog: Catalog): Promise<void>
}

const DELAY_MS = 20_000

/** A first index is saved at once, later changes some time after they were made: what a kill loses is read again in a moment. */
export function createIndexSaver(cache: Root, path: RelativePath, logger: Logger): IndexSaver {
  let saved: { readonly catalog: Catalog; readonly edition: number } | undefined
  let onDisk: typeof saved
  let timer: NodeJS.Timeout | undefined
  let saving: Promise<void> = Promise.resolve()
  let closed = false

  const isCurrent = (catalog: Catalog) => saved?.catalog === catalog && saved.edition === catalog.edition
  const mark = (catalog: Catalog) => {
    saved = { catalog, edition: catalog.edition }
    return saved
  }

  /** When the index changes meanwhile, it is scheduled anew by whoever changed it. */
  function save(catalog: Catalog, pause: () => Promise<void>): Promise<void> {
    if (isCurrent(catalog)) return saving
    const marked = mark(catalog)
    saving = saving.then(async () => {
      if ((await saveIndex(cache, path, { catalog, logger, pause })) === 'saved') onDisk = marked
    })
    return saving
  }

  return {
    isSaved(catalog) {
      onDisk = mark(catalog)
    },
    schedule(catalog) {
      if (closed || timer !== undefined || isCurrent(catalog)) return
      const run = () => {
        timer = undefined
        void save(catalog, yieldEvery())
      }
      timer = setTimeout(run, saved === undefined ? 0 : DELAY_MS)
      timer.unref()
    },
    async flush(catalog) {
      clearTimeout(timer)
      timer = undefined
      await save(catalog, yieldEvery())
      return onDisk?.catalog === catalog && onDisk.edition === catalog.edition
    },
    forget() {
      saved = undefined
      onDisk = undefined
    },
    async close(catalog) {
      closed = true
      clearTimeout(timer)
      await save(catalog, async () => {})
    },
  }
}
