import type { RelativePath } from '@shoko/core-fs'

/** The files of a vault by the names that links call them. */
export interface Names {
  /** Files of this name, in any case; nearest the root first, then in path order. */
  named(name: string): readonly RelativePath[]
  /** The file or folder at this path, by its own spelling; in any case when no spelling fits. */
  at(path: string): RelativePath | undefined
}

/** Unicode forms and case do not tell names apart: disks differ in both. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export class NameTable implements Names {
  readonly #files = new Set<RelativePath>()
  readonly #byName = new Map<string, Namesakes>()
  readonly #byPath = new Map<string, Namesakes>()
  /** How many files lie below each folder. */
  readonly #folders = new Map<string, number>()

  add(path: RelativePath): void {
    if (this.#files.has(path)) return
    this.#files.add(path)
    include(this.#byName, foldName(lastSegment(path)), path)
    include(this.#byPath, foldName(path), path)
    for (const folder of foldersOf(path)) this.#folders.set(folder, (this.#folders.get(folder) ?? 0) + 1)
  }

  remove(path: RelativePath): void {
    if (!this.#files.delete(path)) return
    exclude(this.#byName, foldName(lastSegment(path)), path)
    exclude(this.#byPath, foldName(path), path)
    for (const folder of foldersOf(path)) {
      const left = this.#folders.get(folder)! - 1
      if (left === 0) this.#folders.delete(folder)
      else this.#folders.set(folder, left)
    }
  }

  get paths(): ReadonlySet<RelativePath> {
    return this.#files
  }

  named(name: string): readonly RelativePath[] {
    return sortedOf(this.#byName.get(foldName(name)))
  }

  at(path: string): RelativePath | undefined {
    const exact = path as RelativePath // only if it is one of those we hold
    if (this.#files.has(exact) || this.#folders.has(path)) return exact
    return sortedOf(this.#byPath.get(foldName(path)))[0]
  }
}

/** Files that share a name, put in order when somebody asks. */
interface Namesakes {
  readonly paths: Set<RelativePath>
  sorted: readonly RelativePath[] | undefined
}

function include(table: Map<string, Namesakes>, key: string, path: RelativePath): void {
  const known = table.get(key) ?? { paths: new Set(), sorted: undefined }
  known.paths.add(path)
  known.sorted = undefined
  table.set(key, known)
}

function exclude(table: Map<string, Namesakes>, key: string, path: RelativePath): void {
  const known = table.get(key)
  if (known === undefined) return
  known.paths.delete(path)
  known.sorted = undefined
  if (known.paths.size === 0) table.delete(key)
}

function sortedOf(known: Namesakes | undefined): readonly RelativePath[] {
  if (known === undefined) return []
  known.sorted ??= [...known.paths].sort(nearestFirst)
  return known.sorted
}

export interface Move {
  readonly from: RelativePath
  readonly to: RelativePath
}

/** Where a path is after the move. */
export function movedPath(path: RelativePath, { from, to }: Move): RelativePath {
  return isBelow(path, from) ? ((to + path.slice(from.length)) as RelativePath) : path // whole segments
}

/** The vault as it is after a move that has not happened yet; with `from` and `to` exchanged, as it was before one that has. */
export function renamed(names: Names, move: Move): Names {
  const back = { from: move.to, to: move.from }
  const isFile = names.named(lastSegment(move.from)).includes(move.from)
  const newName = foldName(lastSegment(move.to))
  return {
    named(name) {
      const own = isFile && foldName(name) === newName ? [move.to] : []
      const others = names.named(name)
      if (own.length === 0 && !others.some((path) => isBelow(path, move.from))) return others
      const kept = others.filter((path) => path !== move.from).map((path) => movedPath(path, move))
      return [...kept, ...own].sort(nearestFirst)
    },
    at(path) {
      if (isBelow(path, move.to)) {
        const found = names.at(movedPath(path as RelativePath, back)) // as some link spells it
        return found === undefined ? undefined : movedPath(found, move)
      }
      const found = names.at(path)
      return found === undefined || isBelow(found, move.from) ? undefined : found
    },
  }
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** A vault in which one more file lies. */
export function withFile(names: Names, extra: RelativePath): Names {
  return {
    named: (name) =>
      foldName(name) === foldName(lastSegment(extra)) ? [...names.named(name), extra].sort(nearestFirst) : names.named(name),
    at: (path) => (path === extra ? extra : names.at(path)),
  }
}

function nearestFirst(a: string, b: string): number {
  const [depthA, depthB] = [a.split('/').length, b.split('/').length]
  if (depthA !== depthB) return depthA - depthB
  return a < b ? -1 : 1
}

function* foldersOf(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at)
}
