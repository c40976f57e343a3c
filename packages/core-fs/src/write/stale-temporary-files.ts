import type { OpenDirectory, RootFolder } from '../containment/containment.ts'
import { childPath, isTemporaryName, type RelativePath } from '../relative-path.ts'
import { inSlices } from '../slices.ts'
import { discard } from '../system-calls.ts'
import { MAX_DEPTH, readEntries, tryEnter } from '../tree/walk.ts'

/** Folders that nobody writes through us, and that may be huge. */
export const LEFT_ALONE = new Set(['node_modules', '.git'])
const MAX_DIRECTORIES = 50_000

/**
 * Removes the temporary files of killed processes below the root. Only under the root's lock: what is older than the lock's
 * acquisition then belongs to nobody. (A writer without the lock whose file is taken away starts again.)
 */
export async function removeStaleTemporaryFiles(folder: RootFolder, before: number): Promise<readonly RelativePath[]> {
  const sweep: Sweep = { folder, before, left: MAX_DIRECTORIES, removed: [] }
  await inSlices(sweepDirectory(sweep, folder.openTop(), 1))
  return sweep.removed
}

interface Sweep {
  readonly folder: RootFolder
  readonly before: number
  left: number
  readonly removed: RelativePath[]
}

function* sweepDirectory(sweep: Sweep, dir: OpenDirectory, depth: number): Generator<void, void> {
  try {
    for (const entry of readEntries(sweep.folder, dir)) {
      if (isTemporaryName(entry.name)) removeOld(sweep, dir, entry.name)
      if (!entry.isDirectory() || LEFT_ALONE.has(entry.name) || depth === MAX_DEPTH || sweep.left === 0) continue
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

function removeOld({ folder, before, removed }: Sweep, dir: OpenDirectory, name: string): void {
  const stats = folder.system.lstat(dir.at(name))
  if (!stats?.isFile() || stats.mtimeMs >= before) return
  discard(folder.system, dir.at(name))
  removed.push(childPath(dir.path, name))
}
