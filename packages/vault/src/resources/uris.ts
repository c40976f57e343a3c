import { decodedPart, parsePath, type RelativePath } from '@shoko/core-fs'

export const SCHEME = 'vault'
/** All notes, the last changed first. */
export const NOTES_URI = `${SCHEME}://`
export const NOTE_TEMPLATE = `${SCHEME}://{+path}`

/** Undefined: the vault itself. */
export function pathOfUri(uri: string): RelativePath | undefined {
  const rest = uri.slice(NOTES_URI.length)
  return rest === '' ? undefined : parsePath(decodedPart(rest, uri))
}
