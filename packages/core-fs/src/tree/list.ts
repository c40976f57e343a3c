import { openDirectory, type RootFolder } from '../containment/containment.ts'
import { childPath, isPlainSegment, isReservedName, type RelativePath } from '../relative-path.ts'

export interface DirEntry {
  readonly name: string
  readonly path: RelativePath
  readonly kind: 'file' | 'dir'
  /** Null for directories. */
  readonly size: number | null
  readonly mtimeMs: number
}

/** One level, in code point order of the names; hidden entries too, but no links, special, temporary or SQLite files. */
export function listDirectory(folder: RootFolder, path: RelativePath): DirEntry[] {
  const dir = openDirectory(folder, path)
  try {
    const entries: DirEntry[] = []
    for (const { name } of folder.system.readdir(dir.self)) {
      if (isReservedName(name) || !isPlainSegment(name)) continue
      const stats = folder.system.lstat(dir.at(name))
      if (stats === undefined || !(stats.isFile() || stats.isDirectory())) continue
      const { mtimeMs } = stats
      if (stats.isFile()) entries.push({ name, path: childPath(path, name), kind: 'file', size: stats.size, mtimeMs })
      else entries.push({ name, path: childPath(path, name), kind: 'dir', size: null, mtimeMs })
    }
    dir.confirm()
    return entries.sort((a, b) => compareCodePoints(a.name, b.name))
  } finally {
    dir.close()
  }
}

export function listFolders(folder: RootFolder, path: RelativePath): string[] {
  const dir = openDirectory(folder, path)
  try {
    const names = folder.system
      .readdir(dir.self)
      .filter((entry) => entry.isDirectory() && !isReservedName(entry.name) && isPlainSegment(entry.name))
      .map(({ name }) => name)
    dir.confirm()
    return names.sort(compareCodePoints)
  } finally {
    dir.close()
  }
}

/** Code units and code points disagree only where a surrogate meets U+E000..U+FFFF. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    if (a.charCodeAt(index) !== b.charCodeAt(index)) return a.codePointAt(index)! - b.codePointAt(index)!
  }
  return a.length - b.length
}
