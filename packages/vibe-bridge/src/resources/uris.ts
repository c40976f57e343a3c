import { DomainError, type ListRequest } from '@shoko/contract'
import type { RelativePath } from '@shoko/core-fs'
import type { VibeReason } from '../reasons.ts'
import { addressOfPath, type DocumentAddress, FOLDERS, type Folder, parseFolder } from '../workspace/layout.ts'

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
  | { readonly kind: 'project'; readonly project: string; readonly folder?: Folder; readonly list: ListRequest }
  | { readonly kind: 'document'; readonly project: string; readonly folder: Folder; readonly filename: string }

/** A file may hold `/`, plain or encoded; what stands alone behind the project and is no folder is a file at its root. */
export function parseUri(uri: string): VibeResource {
  const [scheme, rest = ''] = uri.split('://', 2)
  const [root, ...parts] = withoutLastSlashes(rest).split('/')
  if (scheme?.toLowerCase() !== 'vibe' || root !== 'projects') throw unknown(uri)
  const [project, folder, ...file] = parts
  if (project === undefined) return { kind: 'projects' }
  if (folder === undefined) return projectOf(project, uri)
  return { kind: 'document', project: decode(project, uri), ...placeOf(decode(folder, uri), decode(file.join('/'), uri)) }
}

function placeOf(folder: string, file: string): { readonly folder: Folder; readonly filename: string } {
  return folder !== '' && file === '' ? { folder: '', filename: folder } : { folder: parseFolder(folder), filename: file }
}

/** `?folder=tasks&offset=200` says which part of the project's files is wanted. */
function projectOf(part: string, uri: string): VibeResource {
  const [project = '', ...question] = part.split('?')
  const asked = new URLSearchParams(question.join('?'))
  const folder = asked.get('folder')
  const version = asked.get('version')
  return {
    kind: 'project',
    project: decode(project, uri),
    ...(folder === null ? {} : { folder: parseFolder(folder) }),
    list: {
      ...numberOf(asked, { name: 'offset', least: 0 }),
      ...numberOf(asked, { name: 'limit', least: 1 }),
      ...(version === null ? {} : { version }),
    },
  }
}

function numberOf(
  asked: URLSearchParams,
  { name, least }: { readonly name: 'offset' | 'limit'; readonly least: number },
): ListRequest {
  const text = asked.get(name)
  if (text === null) return {}
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return { [name]: Number(text) }
  throw new DomainError<VibeReason>('invalid_argument', `${name}: give a whole number from ${least} on`, {
    details: { key: name },
  })
}

/** By hand: a pattern for slashes at the end takes quadratic time on long runs of them inside. */
function withoutLastSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
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
