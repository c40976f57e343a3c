import { DomainError } from '@shoko/contract'
import { type DirEntry, parseDirectory, parsePath, type RelativePath } from '@shoko/core-fs'
import type { ManualReason } from '../reasons.ts'
import type { ManualRoots } from './manual-roots.ts'
import { type FileType, fileTypeOf } from './nodes.ts'

export const rootDirectory = parseDirectory('')

/** A file of a manual as a caller names it. */
export interface ManualFile {
  readonly manualId: string
  /** Relative to the manual. */
  readonly path: string
  /** Relative to the root of all manuals. */
  readonly rooted: RelativePath
  readonly type: FileType
}

/** Names that begin with a dot belong to editors and version control, not to a manual. */
export function isHidden(name: string): boolean {
  return name.startsWith('.')
}

export interface Shelf {
  readonly manuals: readonly string[]
  /** Files that lie beside the manuals, where they belong to none. */
  readonly strays: readonly string[]
}

export async function listManuals(root: ManualRoots): Promise<Shelf> {
  const entries = await root.list(rootDirectory)
  const strays = entries.filter(({ kind, name }) => kind === 'file' && !isHidden(name) && fileTypeOf(name) !== undefined)
  return { manuals: entries.filter(isVisibleDirectory).map(({ name }) => name), strays: strays.map(({ name }) => name) }
}

/** Throws unless a directory of that name stands directly under the root; a link is not a manual. */
export async function requireManual(root: ManualRoots, manualId: string): Promise<RelativePath> {
  if (!isPlainSegment(manualId)) throw invalidId(manualId)
  const entries = await root.list(rootDirectory)
  const entry = entries.find((candidate) => candidate.name === manualId && isVisibleDirectory(candidate))
  if (entry === undefined) throw refusal('not_found', `no manual ${JSON.stringify(manualId)}; manual_ls lists them`)
  return entry.path
}

/** The file that a caller means, checked as far as its names go; whether it exists shows when it is read. */
export async function locateFile(root: ManualRoots, ref: FileRef): Promise<ManualFile> {
  if (ref.manual_id !== undefined && !isPlainSegment(ref.manual_id)) throw invalidId(ref.manual_id)
  const path = visiblePath(ref.path)
  const manualId = ref.manual_id ?? (await manualWith(root, path))
  await requireManual(root, manualId)
  const type = fileTypeOf(path)
  if (type === undefined) throw refusal('not_found', `${path} is not a .md or .json file of this manual`)
  return { manualId, path, rooted: parsePath(`${manualId}/${path}`), type }
}

export interface FileRef {
  /** Without it, the one manual that has the path. */
  readonly manual_id?: string | undefined
  readonly path: string
}

/** A caller's path inside of a manual. */
export function visiblePath(input: string): RelativePath {
  const path = parsePath(input)
  const hidden = path.split('/').find(isHidden)
  if (hidden !== undefined) throw refusal('hidden_path', `${path}: names that begin with a dot are not part of a manual`)
  return path
}

async function manualWith(root: ManualRoots, path: RelativePath): Promise<string> {
  const { manuals } = await listManuals(root)
  const having: string[] = []
  for (const manual of manuals) {
    const info = await root.find(parsePath(`${manual}/${path}`)).catch(() => undefined)
    if (info?.kind === 'file') having.push(manual)
  }
  const [only, ...others] = having
  if (only === undefined) throw refusal('not_found', `no manual has ${path}; manual_toc lists the files of a manual`)
  if (others.length === 0) return only
  throw refusal('invalid_argument', `manual_id: ${having.length} manuals have ${path}; say which: ${having.join(', ')}`)
}

/** Manual and path of a rooted path, for files that count; undefined for anything else. */
export function manualFileOf(rooted: RelativePath): ManualFile | undefined {
  const slash = rooted.indexOf('/')
  const type = fileTypeOf(rooted)
  if (slash === -1 || type === undefined) return undefined
  return { manualId: rooted.slice(0, slash), path: rooted.slice(slash + 1), rooted, type }
}

export function isPlainSegment(name: string): boolean {
  return /^[^/\\\p{Cc}]+$/u.test(name) && name.trim() !== '' && name !== '.' && name !== '..' && name.isWellFormed()
}

export function refusal(reason: ManualReason, message: string): DomainError<ManualReason> {
  return new DomainError(reason, message)
}

function isVisibleDirectory(entry: DirEntry): boolean {
  return entry.kind === 'dir' && !isHidden(entry.name)
}

function invalidId(manualId: string): DomainError<ManualReason> {
  return refusal('invalid_argument', `manual_id: must be the name of a manual (got ${JSON.stringify(manualId.slice(0, 80))})`)
}
