import { DomainError } from '@shoko/contract'
import type { FsReason } from './fs-error.ts'
import { nameOf, type RelativePath } from './relative-path.ts'
import type { Root } from './rooted-fs.ts'

export type FileContent =
  | { readonly mimeType: string; readonly text: string }
  | { readonly mimeType: string; readonly blob: string }

const LARGEST_IMAGE = 5 * 1024 * 1024

const IMAGES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
}
const TEXTS: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
}

/** A whole file as something to show: a picture as base64, anything else as text. Throws `not_text` for what is neither. */
export async function readContent(root: Pick<Root, 'read' | 'readText'>, path: RelativePath): Promise<FileContent> {
  const ending = nameOf(path).split('.').at(-1)!.toLowerCase()
  const image = IMAGES[ending]
  if (image === undefined) return { mimeType: TEXTS[ending] ?? 'text/plain', text: (await root.readText(path)).text }
  const { bytes } = await root.read(path, { maxBytes: LARGEST_IMAGE + 1 })
  if (bytes.length > LARGEST_IMAGE)
    throw new DomainError<FsReason>('not_text', `${path}: a picture of more than 5 MB is not shown`)
  return { mimeType: image, blob: bytes.toString('base64') }
}
