import { enterPlainly, type OpenDirectory, type RootFolder } from '../containment/containment.ts'
import { errnoOf } from '../fs-error.ts'
import { type RelativePath, segmentsOf } from '../relative-path.ts'

/** A directory that was opened, with what had to be made on the way. The caller closes it. */
export interface EnsuredDirectory {
  readonly dir: OpenDirectory
  /** Whether the directory itself had to be made. */
  readonly isNew: boolean
  /** Writes its entries, and those of every directory that got a new one, to the disk. False: some of it may not survive a power cut. */
  flush(): Promise<boolean>
  /** Removes the directories that were made, as far as they are empty. */
  undo(): void
  close(): void
}

interface Growth {
  readonly parent: OpenDirectory
  readonly name: string
}

/** Opens a directory below the root and makes the missing ones on the way. */
export function ensureDirectory(folder: RootFolder, path: RelativePath): EnsuredDirectory {
  const growth: Growth[] = []
  let dir = folder.openTop()
  let isNew = false
  try {
    for (const name of segmentsOf(path)) {
      const next = enterOrMake(folder, dir, name)
      isNew = next.made
      if (isNew) growth.push({ parent: dir, name })
      else dir.close()
      dir = next.dir
    }
  } catch (error) {
    undo(folder, growth)
    closeAll([dir, ...growth.map(({ parent }) => parent)])
    throw error
  }
  return {
    dir,
    isNew,
    flush: () => flushAll([...growth.map(({ parent }) => parent), dir]),
    undo: () => undo(folder, growth),
    close: () => closeAll([dir, ...growth.map(({ parent }) => parent)]),
  }
}

/** The flush after the last step: its failure means "maybe not durable", never "not done". */
export async function flushAll(dirs: readonly OpenDirectory[]): Promise<boolean> {
  let durable = true
  for (const dir of dirs) {
    try {
      await dir.flush()
    } catch {
      durable = false
    }
  }
  return durable
}

function enterOrMake(folder: RootFolder, dir: OpenDirectory, name: string): { dir: OpenDirectory; made: boolean } {
  try {
    return { dir: enterPlainly(folder, dir, name), made: false }
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
  }
  const made = mkdir(folder, dir.at(name))
  try {
    return { dir: enterPlainly(folder, dir, name), made }
  } catch (error) {
    if (made) undo(folder, [{ parent: dir, name }])
    throw error
  }
}

function mkdir(folder: RootFolder, place: string): boolean {
  try {
    folder.system.mkdir(place)
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false // somebody was faster
    throw error
  }
}

function undo(folder: RootFolder, growth: readonly Growth[]): void {
  for (const { parent, name } of growth.toReversed()) {
    try {
      folder.system.rmdir(parent.at(name))
    } catch {
      return // in use by somebody else by now
    }
  }
}

function closeAll(dirs: readonly OpenDirectory[]): void {
  for (const dir of dirs) dir.close()
}
