import { DomainError } from '@shoko/contract'
import type { RelativePath } from '@shoko/core-fs'
import type { VibeReason } from '../reasons.ts'
import { addressOfPath, type DocumentAddress, FOLDERS, type Folder } from '../workspace/layout.ts'

export const PROJECTS_URI = 'vibe://projects'
export const PROJECT_TEMPLATE = 'vibe://projects/{name}'
export const DOCUMENT_TEMPLATE = 'vibe://projects/{name}/{folder}/{file}'

export function projectUri(project: string): string {
  return `${PROJECTS_URI}/${encodeURIComponent(project)}`
}

/** A document at the project's root has an empty folder: `vibe://projects/x//status.md`. */
export function documentUri({ project, folder, filename }: Pick<DocumentAddress, 'project' | 'folder' | 'filename'>): string {
  return `${projectUri(project)}/${folder}/${filename.split('/').map(encodeURIComponent).join('/')}`
}

/** Every resource that shows a file of this path. */
export function urisOfPath(path: RelativePath): readonly string[] {
  const address = addressOfPath(path)
  const [project = ''] = path.split('/')
  const isFile = address !== undefined && !FOLDERS.some((folder) => folder === address.inProject)
  return [...(isFile ? [documentUri(address)] : []), projectUri(project), PROJECTS_URI]
}

export type VibeResource =
  | { readonly kind: 'projects' }
  | { readonly kind: 'project'; readonly project: string }
  | { readonly kind: 'document'; readonly project: string; readonly folder: Folder; readonly filename: string }

/** A file may hold `/`, plain or encoded; a second part that is no folder names a file at the project's root. */
export function parseUri(uri: string): VibeResource {
  const [scheme, rest] = uri.split('://', 2)
  const [root, ...parts] = (rest ?? '')
    .replace(/\/+$/, '')
    .split('/')
    .map((part) => decode(part, uri))
  if (scheme?.toLowerCase() !== 'vibe' || root !== 'projects') throw unknown(uri)
  const [project, folder, ...file] = parts
  if (project === undefined) return { kind: 'projects' }
  if (folder === undefined) return { kind: 'project', project }
  const known = FOLDERS.find((name) => name === folder)
  if (known !== undefined && file.length > 0) return { kind: 'document', project, folder: known, filename: file.join('/') }
  return {
    kind: 'document',
    project,
    folder: '',
    filename: [folder, ...file].filter((part, at) => at > 0 || part !== '').join('/'),
  }
}

function decode(part: string, uri: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw unknown(uri)
  }
}

function unknown(uri: string): DomainError {
  const message = `no such resource; begin with ${PROJECTS_URI} (got ${JSON.stringify(uri.slice(0, 120))})`
  return new DomainError<VibeReason>('file_not_found', message, { details: { uri } })
}
