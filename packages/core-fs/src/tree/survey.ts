import type { Dirent } from 'node:fs'
import { DomainError } from '@shoko/contract'
import type { OpenDirectory, RootFolder } from '../containment/containment.ts'
import { errnoOf } from '../fs-error.ts'
import { childPath, isPlainSegment, isTemporaryName, parsePath, type RelativePath } from '../relative-path.ts'
import { inSlices } from '../slices.ts'
import { LEFT_ALONE } from '../write/stale-temporary-files.ts'
import { MAX_DEPTH } from './walk.ts'

/** What lies in a tree beside the files that walks and lists show. */
export interface TreeSurvey {
  /** Temporary files of ours. One may belong to a write that is under way: look twice. */
  readonly temporaryFiles: readonly RelativePath[]
  /** Folders that this user may not read. */
  readonly closed: readonly RelativePath[]
  /** Names that no call can say: control characters, backslashes, white space at an end, bytes that are not UTF-8. Shown as JSON does. */
  readonly unreachable: readonly string[]
  /** Names in one folder that other systems take for one: they differ by case or by Unicode composition only. */
  readonly twins: readonly (readonly RelativePath[])[]
}

interface Survey {
  readonly folder: RootFolder
  readonly temporaryFiles: RelativePath[]
  readonly closed: RelativePath[]
  readonly unreachable: string[]
  readonly twins: RelativePath[][]
}

/** Hidden folders are looked into for litter; what else is in them is other programs' own. */
export async function survey(folder: RootFolder): Promise<TreeSurvey> {
  const found: Survey = { folder, temporaryFiles: [], closed: [], unreachable: [], twins: [] }
  await inSlices(lookAt(found, folder.openTop(), { depth: 1, hidden: false }))
  const { temporaryFiles, closed, unreachable, twins } = found
  return { temporaryFiles, closed, unreachable, twins }
}

function* lookAt(found: Survey, dir: OpenDirectory, at: { depth: number; hidden: boolean }): Generator<void, void> {
  try {
    const entries = entriesOf(found, dir)
    if (!at.hidden) noteNames(found, dir, entries)
    for (const entry of entries) {
      const { name } = entry
      if (isTemporaryName(name) && entry.isFile()) found.temporaryFiles.push(childPath(dir.path, name))
      if (!entry.isDirectory() || LEFT_ALONE.has(name) || !isPlainSegment(name) || at.depth === MAX_DEPTH) continue
      const inside = enter(found, dir, name)
      if (inside === undefined) continue
      yield* lookAt(found, inside, { depth: at.depth + 1, hidden: at.hidden || name.startsWith('.') })
    }
    yield
  } finally {
    dir.close()
  }
}

function noteNames(found: Survey, dir: OpenDirectory, entries: readonly Dirent[]): void {
  const alike = new Map<string, RelativePath[]>()
  for (const entry of entries) {
    const { name } = entry
    if (isTemporaryName(name) || !(entry.isFile() || entry.isDirectory())) continue
    if (!isReachable(found, dir, name)) {
      found.unreachable.push(JSON.stringify(childPath(dir.path, name)).slice(1, -1))
      continue
    }
    const key = name.normalize('NFC').toLowerCase()
    alike.set(key, [...(alike.get(key) ?? []), childPath(dir.path, name)])
  }
  for (const paths of alike.values()) if (paths.length > 1) found.twins.push(paths.sort())
}

/** Bytes that are not UTF-8 come as U+FFFD, and then there is no file of the name that was read. */
function isReachable({ folder }: Survey, dir: OpenDirectory, name: string): boolean {
  if (!isPlainSegment(name) || !comesBack(childPath(dir.path, name))) return false
  return !name.includes('\ufffd') || folder.system.lstat(dir.at(name)) !== undefined
}

/** White space at the ends of a path is trimmed, so a name that ends in some names another file when a caller says it. */
function comesBack(path: RelativePath): boolean {
  try {
    return parsePath(path) === path
  } catch {
    return false
  }
}

function entriesOf(found: Survey, dir: OpenDirectory): Dirent[] {
  return unlessClosed(found, dir.path, () => found.folder.system.readdir(dir.self)) ?? []
}

function enter(found: Survey, dir: OpenDirectory, name: string): OpenDirectory | undefined {
  return unlessClosed(found, childPath(dir.path, name), () => dir.enter(name))
}

/** Undefined for what is closed to this user, which is noted, and for what went or became a link meanwhile. */
function unlessClosed<T>(found: Survey, path: RelativePath, look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    const code = errnoOf(error) ?? ''
    if (['EACCES', 'EPERM'].includes(code)) found.closed.push(path)
    else if (!['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK'].includes(code) && !isLinked(error)) throw error
    return undefined
  }
}

function isLinked(error: unknown): boolean {
  return error instanceof DomainError && error.reason === 'linked'
}
