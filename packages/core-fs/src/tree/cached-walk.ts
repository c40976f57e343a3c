import { type OpenDirectory, openDirectory, type RootFolder } from '../containment/containment.ts'
import { type FileInfo, infoOf } from '../file-info.ts'
import { type FileStamp, isCurrent, stampOf } from '../file-stamp.ts'
import { childPath, type RelativePath } from '../relative-path.ts'
import { MAX_DEPTH, orderedEntries, tryEnter, type WalkedFile } from './walk.ts'

export interface CachedWalkOptions {
  readonly dir?: RelativePath
  readonly skip?: (path: RelativePath) => boolean
}

interface Listing {
  readonly stamp: FileStamp
  readonly entries: readonly { readonly name: string; readonly path: RelativePath; readonly isFile: boolean }[]
}

/**
 * Walks one tree again and again, reading only the directories that have changed. A directory's own times tell of entries that
 * came, went or were renamed; whether a file's content has changed is for its reader to see. For worker threads: it blocks.
 */
export class CachedWalk {
  readonly #folder: RootFolder
  #listings = new Map<RelativePath, Listing>()

  constructor(folder: RootFolder) {
    this.#folder = folder
  }

  /** Regular files below a directory, hidden ones left out, ordered by code units of their paths. */
  walk({ dir = '' as RelativePath, skip }: CachedWalkOptions = {}): WalkedFile[] {
    const found: WalkedFile[] = []
    const top = openDirectory(this.#folder, dir)
    try {
      this.#visit({ dir, depth: 1, open: () => top, found, skip })
    } finally {
      top.close()
    }
    return found
  }

  #visit(at: {
    readonly dir: RelativePath
    readonly depth: number
    /** Opens the directory the contained way; called only when it has to be read. */
    readonly open: () => OpenDirectory | undefined
    readonly found: WalkedFile[]
    readonly skip: ((path: RelativePath) => boolean) | undefined
  }): void {
    const { dir, depth, found, skip } = at
    let opened: OpenDirectory | undefined
    const open = () => {
      opened ??= at.open()
      return opened
    }
    try {
      for (const { name, path, isFile } of this.#entriesOf(dir, open)) {
        if (isFile) {
          if (!skip?.(path)) found.push({ path })
        } else if (depth < MAX_DEPTH) {
          const enter = () => {
            const parent = open()
            return parent === undefined ? undefined : tryEnter(parent, name)
          }
          this.#visit({ ...at, dir: path, depth: depth + 1, open: enter })
        }
      }
    } finally {
      if (depth > 1) opened?.close()
    }
  }

  #entriesOf(dir: RelativePath, open: () => OpenDirectory | undefined): Listing['entries'] {
    const known = this.#listings.get(dir)
    const now = Date.now()
    const info = this.#look(dir)
    if (known !== undefined && info !== undefined && isCurrent(known.stamp, info)) return known.entries
    this.#listings.delete(dir)
    const opened = open()
    if (opened === undefined) return []
    const entries = orderedEntries({ folder: this.#folder, options: {} }, opened).map((entry) => ({
      name: entry.name,
      path: childPath(dir, entry.name),
      isFile: entry.isFile(),
    }))
    if (info !== undefined) this.#listings.set(dir, { stamp: stampOf(info, now), entries })
    return entries
  }

  /** By name, at half the cost of the contained way: a swapped directory shows another one, and reading that is refused. */
  #look(dir: RelativePath): FileInfo | undefined {
    const { system } = this.#folder
    try {
      const stats = system.lstat(dir === '' ? this.#folder.realPath() : `${this.#folder.realPath()}/${dir}`)
      return stats?.isDirectory() ? infoOf(stats) : undefined
    } catch {
      return undefined // whatever is wrong with the way there, the directory is to be read anew, and that will say so
    }
  }
}
