import { isUtf8 } from 'node:buffer'
import { DomainError } from '@shoko/contract'
import type { FileInfo, RelativePath, Root } from '@shoko/core-fs'

/** Analysing a file blocks the process for a moment; a larger one can be read and scanned, but is not searched. */
export const MAX_INDEXED_BYTES = 8_000_000

export type ReadResult =
  | { readonly kind: 'text'; readonly text: string; readonly info: FileInfo }
  | { readonly kind: 'skipped'; readonly info: FileInfo }
  | { readonly kind: 'gone' }

/** A file as the index wants it. One that went away, became a link or is not ours to read is no error of a search. */
export async function readForIndex(root: Pick<Root, 'read'>, path: RelativePath): Promise<ReadResult> {
  try {
    const { bytes, info } = await root.read(path, { maxBytes: MAX_INDEXED_BYTES + 1 })
    const isText = isUtf8(bytes) && !bytes.includes(0)
    if (bytes.length > MAX_INDEXED_BYTES || !isText) return { kind: 'skipped', info }
    return { kind: 'text', text: bytes.toString('utf8'), info }
  } catch (error) {
    if (error instanceof DomainError) return { kind: 'gone' }
    throw error
  }
}
