import { DomainError } from '@shoko/contract'
import { isDeniedName, parsePath, type RelativePath } from '@shoko/core-fs'
import type { VibeReason } from '../reasons.ts'

/** The folders of a project; `''` is its root, where `status.md` lives. */
export const FOLDERS = ['tasks', 'plans', 'sessions', 'reports', 'changelog', 'references', 'scratch', 'assets'] as const
export const FOLDERS_AND_ROOT = ['', ...FOLDERS] as const
export type Folder = (typeof FOLDERS_AND_ROOT)[number]

/** One document's address, in the three forms that answers use. */
export interface DocumentAddress {
  readonly project: string
  readonly folder: Folder
  /** The path below the folder. */
  readonly filename: string
  /** The path below VIBE_ROOT. */
  readonly path: RelativePath
  /** The path below the project. */
  readonly inProject: string
}

export interface DocumentName {
  readonly project: string
  readonly folder: Folder
  readonly filename: string
}

/** Checks the parts of an address. Says nothing about whether anything is there. */
export function addressOf({ project, folder, filename }: DocumentName): DocumentAddress {
  const segments = segmentsOf(filename, { project, path: folder === '' ? filename : `${folder}/${filename}` })
  return addressIn(parseProject(project), folder === '' ? segments : [folder, ...segments])
}

/** The address of a document that is to be written, as a caller names it. */
export function addressToWrite({
  project,
  folder,
  filename,
}: {
  project: string
  folder: string
  filename: string
}): DocumentAddress {
  return addressOf({ project, folder: parseFolder(folder), filename: withExtension(filename) })
}

/** The address of a file that a walk found. First-level folders outside the eight belong to the root, so that read_doc reaches them. */
export function addressOfPath(path: RelativePath): DocumentAddress | undefined {
  const [project, ...segments] = path.split('/')
  return project === undefined || segments.length === 0 ? undefined : addressIn(project, segments)
}

/** The parts of a path below VIBE_ROOT, as answers show it. */
export function nameOfPath(path: string): DocumentName {
  const [project = '', ...segments] = path.trim().split('/')
  if (segments.length === 0) {
    const message = `path ${JSON.stringify(path.slice(0, 80))}: give project/folder/file, as search returns it`
    throw new DomainError<VibeReason>('invalid_path', message, { details: { path: path.slice(0, 80) } })
  }
  const { folder, filename } = addressIn(parseProject(project), segmentsOf(segments.join('/'), { project, path }))
  return { project, folder, filename }
}

/** One of the eight folders, or the root. */
export function parseFolder(folder: string): Folder {
  const known = FOLDERS_AND_ROOT.find((name) => name === folder.trim())
  if (known !== undefined) return known
  const message = `folder ${JSON.stringify(folder.slice(0, 80))} is not one of ${FOLDERS.join(', ')} or "" for the project's root`
  throw new DomainError<VibeReason>('invalid_folder', message, { details: { folder: folder.slice(0, 80) } })
}

/** The name for a writing tool: `.md` unless it has an extension. */
export function withExtension(filename: string): string {
  return EXTENSION.test(filename.trim()) ? filename : `${filename.trim()}.md`
}

export function hasExtension(filename: string): boolean {
  return EXTENSION.test(filename)
}

export function isMarkdown(path: string): boolean {
  return path.toLowerCase().endsWith('.md')
}

/** A project's name: one plain, visible segment. */
export function parseProject(project: string): string {
  const name = project.trim()
  if (isPlainSegment(name)) return name
  throw new DomainError<VibeReason>(
    'invalid_path',
    `project ${JSON.stringify(name.slice(0, 80))} is not the name of a visible folder`,
    {
      details: { project },
    },
  )
}

/** Begins with a letter, so that `release-1.2` still gets its `.md`. */
const EXTENSION = /\.[A-Za-z][A-Za-z0-9]{0,9}$/
const MAX_NAME_BYTES = 255

function addressIn(project: string, segments: readonly string[]): DocumentAddress {
  const inProject = segments.join('/')
  const [first = '', ...rest] = segments
  const folder = FOLDERS.find((name) => name === first && rest.length > 0) ?? ''
  const filename = folder === '' ? inProject : rest.join('/')
  return { project, folder, filename, path: parsePath(`${project}/${inProject}`), inProject }
}

function segmentsOf(filename: string, details: { readonly project: string; readonly path: string }): readonly string[] {
  const segments = filename.trim().split('/')
  if (segments.every((segment) => isPlainSegment(segment) && !isDeniedName(segment))) return segments
  const problem = 'give the name of a visible file, "/" between folders, without "..", backslashes or a leading "/"'
  throw new DomainError<VibeReason>('invalid_path', `filename ${JSON.stringify(filename.slice(0, 80))}: ${problem}`, { details })
}

function isPlainSegment(segment: string): boolean {
  if (segment === '' || segment.startsWith('.') || /[\\/\p{Cc}]/u.test(segment) || /^[A-Za-z]:/.test(segment)) return false
  return segment.trim() === segment && Buffer.byteLength(segment) <= MAX_NAME_BYTES
}
