import { DomainError } from '@shoko/contract'
import { type DirEntry, parseDirectory, parsePath, type RelativePath, type Root } from '@shoko/core-fs'
import type { ManualReason } from '../reasons.ts'
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

export async function listManuals(root: Root): Promise<string[]> {
  const entries = await root.list(rootDirectory)
  return entries.filter(isVisibleDirectory).map(({ name }) => name)
}

/** Throws unless a directory of that name stands directly under the root; a link is not a manual. */
export async function requireManual(root: Root, manualId: string): Promise<RelativePath> {
  if (!isPlainSegment(manualId)) throw invalidId(manualId)
  const entries = await root.list(rootDirectory)
  const entry = entries.find((candidate) => candidate.name === manualId && isVisibleDirectory(candidate))
  if (entry === undefined) throw refusal('not_found', `no manual ${JSON.stringify(manualId)}; manual_ls lists them`)
  return entry.path
}

/** The file that a caller means, checked as far as its names go; whether it exists shows when it is read. */
export async function locateFile(root: Root, ref: { readonly manual_id: string; readonly path: string }): Promise<ManualFile> {
  if (!isPlainSegment(ref.manual_id)) throw invalidId(ref.manual_id)
  const path = parsePath(ref.path)
  await requireManual(root, ref.manual_id)
  const type = fileTypeOf(path)
  if (type === undefined) throw refusal('not_found', `${path} is not a .md or .json file of this manual`)
  return { manualId: ref.manual_id, path, rooted: parsePath(`${ref.manual_id}/${path}`), type }
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
