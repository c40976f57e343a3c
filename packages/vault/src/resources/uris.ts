import { DomainError } from '@shoko/contract'
import { parsePath, type RelativePath } from '@shoko/core-fs'
import type { VaultReason } from '../reasons.ts'

export const SCHEME = 'vault'
/** All notes, the last changed first. */
export const NOTES_URI = `${SCHEME}://`
export const NOTE_TEMPLATE = `${SCHEME}://{+path}`

/** Undefined: the vault itself. */
export function pathOfUri(uri: string): RelativePath | undefined {
  const rest = uri.slice(NOTES_URI.length)
  return rest === '' ? undefined : parsePath(decoded(rest, uri))
}

function decoded(text: string, uri: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new DomainError<VaultReason>('invalid_path', `${uri.slice(0, 200)}: is not encoded as URIs are`)
  }
}
