import { DomainError } from '@shoko/contract'
import type { RelativePath, Root, Written } from '@shoko/core-fs'

/** Writes one of the board's own files, whether it is there or not. Under the board's lock. */
export async function putFile(root: Root, path: RelativePath, content: string | Uint8Array): Promise<Written> {
  try {
    return await root.replace(path, content)
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'not_found') throw error
    return root.create(path, content)
  }
}
