import type { DatabaseSync } from 'node:sqlite'

/** How many chunks there are, and how many hold what an expression says. */
export interface WordCounts {
  readonly chunks: number
  holders(match: string): number
}

/** From here on a word tells next to nothing, and counting on would cost more than searching. */
const MAX_COUNTED = 3000
const MAX_REMEMBERED = 5000

/** Counts are kept while the index stays the same: a stamp is new with every change. */
export function createWordCounter(): (database: DatabaseSync, stamp: string) => WordCounts {
  const known = new Map<string, number>()
  let seen: { readonly database: DatabaseSync; readonly stamp: string } | undefined
  return (database, stamp) => {
    if (seen?.database !== database || seen.stamp !== stamp || known.size > MAX_REMEMBERED) known.clear()
    seen = { database, stamp }
    const count = (key: string, ask: () => number): number => {
      const found = known.get(key) ?? ask()
      known.set(key, found)
      return found
    }
    return {
      chunks: count('', () => Number(database.prepare('SELECT count(*) AS total FROM chunks').get()?.total)),
      holders: (match) =>
        count(match, () =>
          Number(
            database
              .prepare(`SELECT count(*) AS total FROM (SELECT 1 FROM chunks_fts WHERE chunks_fts MATCH ? LIMIT ${MAX_COUNTED})`)
              .get(match)?.total,
          ),
        ),
    }
  }
}
