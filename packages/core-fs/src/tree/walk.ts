import type { Dirent } from 'node:fs'
import { DomainError } from '@shoko/contract'
import { type OpenDirectory, openDirectory, type RootFolder } from '../containment/containment.ts'
import { type FileInfo, infoOf } from '../file-info.ts'
import { errnoOf } from '../fs-error.ts'
import { childPath, isPlainSegment, isReservedName, type RelativePath } from '../relative-path.ts'
import { inSlices } from '../slices.ts'

export interface WalkOptions {
  readonly dir?: RelativePath
  /** Also dot files and dot folders; they are skipped by default. */
  readonly hidden?: boolean
  readonly skip?: (path: RelativePath, kind: 'file' | 'dir') => boolean
  readonly maxFiles?: number
  /** 1: only what lies in `dir` itself. */
  readonly maxDepth?: number
  readonly signal?: AbortSignal
  /** Fill `info`. */
  readonly stats?: boolean
  /** Throw for a folder that is closed to this user, where passing it over would make the answer wrong. */
  readonly strict?: boolean
}

export interface WalkedFile {
  readonly path: RelativePath
  readonly info?: FileInfo
}

/** One descriptor is open per level, so the depth is bounded even when the caller does not bound it. */
export const MAX_DEPTH = 128
const ENTRIES_A_STEP = 256

/** Regular files below a directory, ordered by code units of their paths. The event loop runs in between. */
export async function walk(folder: RootFolder, options: WalkOptions = {}): Promise<WalkedFile[]> {
  const found: WalkedFile[] = []
  await inSlices(walkSteps(folder, options, found))
  return found
}

function* walkSteps(folder: RootFolder, options: WalkOptions, found: WalkedFile[]): Generator<void, void> {
  options.signal?.throwIfAborted()
  const dir = openDirectory(folder, options.dir ?? ('' as RelativePath))
  yield* visit({ folder, options, found }, dir, 1)
}

interface Walk {
  readonly folder: RootFolder
  readonly options: WalkOptions
  readonly found: WalkedFile[]
}

function* visit(walk: Walk, dir: OpenDirectory, depth: number): Generator<void, void> {
  const { options, found } = walk
  const maxFiles = options.maxFiles ?? Number.POSITIVE_INFINITY
  const maxDepth = Math.min(options.maxDepth ?? MAX_DEPTH, MAX_DEPTH)
  try {
    let seen = 0
    for (const entry of orderedEntries(walk, dir)) {
      if (found.length >= maxFiles) return
      const path = childPath(dir.path, entry.name)
      if (entry.isFile()) addFile(walk, dir, { name: entry.name, path })
      else if (depth < maxDepth && !options.skip?.(path, 'dir')) {
        const inside = tryEnter(dir, entry.name, options.strict)
        if (inside !== undefined) yield* visit(walk, inside, depth + 1)
      }
      if (++seen % ENTRIES_A_STEP !== 0) continue
      yield
      options.signal?.throwIfAborted()
    }
    yield
    options.signal?.throwIfAborted()
  } finally {
    dir.close()
  }
}

function addFile({ folder, options, found }: Walk, dir: OpenDirectory, file: { name: string; path: RelativePath }): void {
  if (options.skip?.(file.path, 'file')) return
  if (!options.stats) {
    found.push({ path: file.path })
    return
  }
  const stats = folder.system.lstat(dir.at(file.name))
  if (stats?.isFile()) found.push({ path: file.path, info: infoOf(stats) })
}

/** A directory sorts as its name with '/', so that visiting in this order gives the order of whole paths. */
export function orderedEntries({ folder, options }: Pick<Walk, 'folder' | 'options'>, dir: OpenDirectory): Dirent[] {
  const kept: { key: string; entry: Dirent }[] = []
  for (const entry of readEntries(folder, dir, options.strict)) {
    const { name } = entry
    if (!options.hidden && name.startsWith('.')) continue
    if (isReservedName(name) || !isPlainSegment(name)) continue
    if (entry.isFile()) kept.push({ key: name, entry })
    else if (entry.isDirectory()) kept.push({ key: `${name}/`, entry })
  }
  return kept.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry)
}

/** Nothing for a directory that went, or that is closed to this user (unless `strict`). */
export function readEntries(folder: RootFolder, dir: OpenDirectory, strict = false): Dirent[] {
  try {
    const entries = folder.system.readdir(dir.self)
    dir.confirm()
    return entries
  } catch (error) {
    if (isPassing(error, strict)) return []
    throw error
  }
}

/** Undefined for a directory that is gone, swapped for a link, or closed to this user (unless `strict`). */
export function tryEnter(dir: OpenDirectory, name: string, strict = false): OpenDirectory | undefined {
  try {
    return dir.enter(name)
  } catch (error) {
    if (isPassing(error, strict)) return undefined
    throw error
  }
}

/** Trees change under a walk, and hold folders of other people; a failing disk or a lack of descriptors is no such thing. */
function isPassing(error: unknown, strict: boolean): boolean {
  if (error instanceof DomainError) return error.reason === 'linked'
  const code = errnoOf(error) ?? ''
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK'].includes(code) || (!strict && ['EACCES', 'EPERM'].includes(code))
}
