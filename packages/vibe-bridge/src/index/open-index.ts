import type { DatabaseSync } from 'node:sqlite'
import type { Logger } from '@shoko/contract'
import { FAILURE_TEXT, failureOf, IN_MEMORY, type IndexFailure, openDatabase } from './database.ts'
import { createStore, type Store } from './store.ts'

/** Where the index is kept. A damaged file is never deleted or overwritten: a spare one beside it takes its place. */
export type IndexPlace = 'disk' | 'spare' | 'memory'

export interface OpenIndex {
  readonly place: IndexPlace
  /** Absent in memory. */
  readonly path?: string
  readonly database: DatabaseSync
  readonly store: Store
  /** Why it is not where it should be. */
  readonly warning?: string
}

export interface IndexFiles {
  /** Absolute; absent for an index in memory only. */
  readonly path?: string
  /** For messages. */
  readonly name: string
}

/** The first place that works; `after` says which one has just failed, and how. */
export function openIndex(
  { path, name }: IndexFiles,
  logger: Logger,
  after?: { readonly index: OpenIndex; readonly failure: IndexFailure },
): OpenIndex {
  if (path === undefined) return openAt('memory', IN_MEMORY)
  let failure = after?.failure
  for (const place of placesAfter(after)) {
    try {
      return openAt(place, place === 'disk' ? path : sparePath(path), failure)
    } catch (error) {
      failure = failureOf(error)
      if (failure === undefined) throw error
      logger.log('warn', { event: 'vibe.index_unusable', place, failure })
      if (!isFileFault(failure)) break
    }
  }
  return openAt('memory', IN_MEMORY, failure)

  function openAt(place: IndexPlace, at: string, because?: IndexFailure): OpenIndex {
    const database = openDatabase(at)
    return {
      place,
      ...(place === 'memory' ? {} : { path: at }),
      database,
      store: createStore(database),
      ...(because === undefined ? {} : { warning: warningOf(because, place) }),
    }
  }

  function warningOf(because: IndexFailure, place: IndexPlace): string {
    const instead =
      place === 'memory'
        ? 'searches use an index in memory, made anew at each start'
        : 'a new index beside it is used; delete the old one'
    return `${name} ${FAILURE_TEXT[because]}: ${instead}`
  }
}

function placesAfter(after: { readonly index: OpenIndex; readonly failure: IndexFailure } | undefined): readonly IndexPlace[] {
  if (after === undefined) return ['disk', 'spare']
  return after.index.place === 'disk' && isFileFault(after.failure) ? ['spare'] : []
}

/** The file itself is at fault, so another file will do; otherwise the folder or the disk is. */
function isFileFault(failure: IndexFailure): boolean {
  return failure === 'damaged' || failure === 'foreign' || failure === 'planted' || failure === 'unknown'
}

function sparePath(path: string): string {
  return `${path.replace(/\.db$/i, '')}-rebuilt.db`
}
