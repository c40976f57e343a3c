import type { OpenDirectory, RootFolder } from './descent.ts'
import { isTemporaryName } from './relative-path.ts'
import { inSlices } from './slices.ts'
import { discard } from './system-calls.ts'
import { readEntries, tryEnter } from './walk.ts'

/** Folders that nobody writes through us, and that may be huge. */
const LEFT_ALONE = new Set(['node_modules', '.git'])
const MOST_DIRECTORIES = 50_000
const DEEPEST = 128

/**
 * Removes the temporary files of killed processes below the root. Only under the root's lock: what is older than the lock's
 * acquisition then belongs to nobody. (A writer without the lock whose file is taken away starts again.)
 */
export async function removeLitter(folder: RootFolder, before: number): Promise<void> {
  const sweep = { folder, before, left: MOST_DIRECTORIES }
  await inSlices(sweepDirectory(sweep, folder.openTop(), 1))
}

interface Sweep {
  readonly folder: RootFolder
  readonly before: number
  left: number
}

function* sweepDirectory(sweep: Sweep, dir: OpenDirectory, depth: number): Generator<void, void> {
  try {
    for (const entry of readEntries(sweep.folder, dir)) {
      if (isTemporaryName(entry.name)) removeOld(sweep, dir.at(entry.name))
      if (!entry.isDirectory() || LEFT_ALONE.has(entry.name) || depth === DEEPEST || sweep.left === 0) continue
      const inside = tryEnter(dir, entry.name)
      if (inside === undefined) continue
      sweep.left--
      yield* sweepDirectory(sweep, inside, depth + 1)
    }
    yield
  } finally {
    dir.close()
  }
}

function removeOld({ folder, before }: Sweep, place: string): void {
  const stats = folder.system.lstat(place)
  if (stats?.isFile() && stats.mtimeMs < before) discard(folder.system, place)
}
