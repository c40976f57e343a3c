import { createOwnWrites } from '@shoko/contract'
import { Mirror } from './mirror.ts'
import type { Team } from './open-team.ts'

/** How a folder with documents compares to the database: paths whose bytes are others, or that only one of them has. */
export async function checkedHashes(
  { database, space, isDocument }: Pick<Team, 'database' | 'space' | 'isDocument'>,
  folder: string,
): Promise<{ readonly documents: number; readonly differing: readonly string[] }> {
  const text = 'select path, hash from shoko.documents where space = $1'
  const rows = await database.query<{ path: string; hash: string }>(text, [space])
  const mirror = new Mirror({ path: folder, writes: createOwnWrites(), arrivals: createOwnWrites(), isDocument })
  const there = await mirror.hashes()
  mirror.close()
  const files = rows.filter(({ path }) => !path.endsWith('/'))
  const wanted = new Set(files.map(({ path }) => path))
  const differing = files.filter(({ path, hash }) => there.get(path) !== hash).map(({ path }) => path)
  return { documents: rows.length, differing: [...differing, ...[...there.keys()].filter((path) => !wanted.has(path))] }
}
