import { DomainError, type Logger } from '@shoko/contract'
import { parseDirectory, type Root } from '@shoko/core-fs'
import type { VibeReason } from '../reasons.ts'
import { failureOf, type IndexFailure } from './database.ts'
import { type IndexFiles, type OpenIndex, openIndex } from './open-index.ts'

export interface IndexKeeperOptions {
  readonly root: Root
  /** The folder of the index file; absent for an index in memory only. */
  readonly folder: Root | undefined
  readonly files: IndexFiles
  readonly logger: Logger
  /** Another, empty index has taken the place of the one before. */
  readonly onReplaced: () => void
}

/** Keeps one index open, and when its file turns out to be unusable, the next best one. */
export interface IndexKeeper {
  /** Call before anything else: finds out whether there is a workspace at all, and makes the folder of its index. */
  prepare(): Promise<void>
  /** There is no workspace (yet): nothing is made on disk, and the index is an empty one in memory. */
  readonly provisional: boolean
  current(): OpenIndex
  readonly warning: string | undefined
  /** Runs work, again in the next place when the file failed. `patient`: a lock is the caller's affair. */
  healing<T>(work: () => Promise<T>, options: { readonly patient: boolean }): Promise<T>
  leave(index: OpenIndex, failure: IndexFailure): void
  /** Forgets what did not work; the next use opens the file anew. */
  reset(): void
  /** Gives back the pages that the database keeps of its file. */
  rest(): void
  close(): void
}

export function createIndexKeeper({ root, folder, files, logger, onReplaced }: IndexKeeperOptions): IndexKeeper {
  let opened: OpenIndex | undefined
  let provisional = false
  let closed = false

  return {
    current,
    leave,
    reset,
    get provisional() {
      return provisional
    },
    get warning() {
      return opened?.warning
    },
    async prepare() {
      const exists = (await root.find(parseDirectory(''))) !== undefined
      if (exists && provisional) reset()
      provisional = !exists
      // When this fails, opening the file says why.
      if (exists && opened === undefined) await folder?.ensureDirectory(parseDirectory('')).catch(() => {})
    },
    async healing(work, { patient }) {
      for (;;) {
        const used = current()
        try {
          return await work()
        } catch (error) {
          const failure = failureOf(error)
          if (failure === undefined || used.place === 'memory' || (failure === 'busy' && patient)) throw error
          leave(used, failure)
        }
      }
    },
    rest() {
      opened?.database.exec('PRAGMA shrink_memory')
    },
    close() {
      closed = true
      reset()
    },
  }

  function current(): OpenIndex {
    if (closed) throw new DomainError<VibeReason>('cancelled', 'the workspace is closed')
    opened ??= openIndex(provisional ? { name: files.name } : files, logger)
    return opened
  }

  /** Whoever finds the failure first changes the place; the others find it changed. */
  function leave(index: OpenIndex, failure: IndexFailure): void {
    if (opened !== index) return
    logger.log('warn', { event: 'vibe.index_left', place: index.place, failure })
    opened = openIndex(files, logger, { index, failure })
    onReplaced()
    index.database.close()
  }

  function reset(): void {
    opened?.database.close()
    opened = undefined
    onReplaced()
  }
}
