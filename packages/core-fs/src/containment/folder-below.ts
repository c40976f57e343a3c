import path from 'node:path'
import { isSameEntry } from '../file-info.ts'
import { toFsError } from '../fs-error.ts'
import type { RelativePath } from '../relative-path.ts'
import { ensureDirectory } from '../write/ensure-directory.ts'
import { type OpenDirectory, openDirectory, type RootFolder } from './containment.ts'

/**
 * A folder of a root as a root of its own. It is opened below that root, without following a link, and then held: exchanged
 * for a link, it is refused; exchanged for another folder, that one is opened the same way.
 */
export function createFolderBelow(parent: RootFolder, below: RelativePath): RootFolder {
  const { system } = parent
  let held: OpenDirectory | undefined

  const realPath = () => path.join(parent.realPath(), below)

  /** By name, and only to compare: whatever the name leads to by now, calls go to what is held. */
  function isInPlace(dir: OpenDirectory): boolean {
    const now = system.lstat(realPath())
    return now !== undefined && isSameEntry(now, dir.seen())
  }

  function release(): void {
    held?.close()
    held = undefined
  }

  function openTop(): OpenDirectory {
    try {
      if (held !== undefined && isInPlace(held)) return held.lend()
      release()
      held = openDirectory(parent, below)
      return held.lend()
    } catch (error) {
      throw toFsError(error, '')
    }
  }

  function make(): void {
    parent.make()
    ensureDirectory(parent, below).close()
  }

  return { system, realPath, openTop, make, close: release }
}
