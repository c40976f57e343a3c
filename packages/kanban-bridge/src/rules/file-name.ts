import { slugify } from '@shoko/search'

const MAX_SLUG_CHARS = 80
// A file name holds 255 bytes: 26 of the id, 2 of the underscores, 3 of the extension, and room for a rename suffix.
const MAX_SLUG_BYTES = 200
const MAX_SUFFIX = 50

export function cardFileName(id: string, title: string, suffix = ''): string {
  const slug = slugify(title, { maxChars: MAX_SLUG_CHARS, maxBytes: MAX_SLUG_BYTES, fallback: 'card' })
  return `${id}__${slug}${suffix}.md`
}

/** A title may rename only files that carry the tool's own kind of name; a name chosen by hand is its owner's. */
export function isToolNamed(name: string, id: string): boolean {
  return name.toUpperCase().startsWith(`${id}__`)
}

/** `-1`, `-2` … `-50`; a suffix without a number gets one from the second try on: `-copy`, `-copy-2` … */
export function renameSuffixes(suffix: string): string[] {
  const [, stem = suffix, digits] = /^(.*?)(\d{1,4})?$/.exec(suffix) ?? []
  const first = digits === undefined ? 1 : Number(digits)
  const separator = digits === undefined ? '-' : ''
  const all: string[] = []
  for (let n = first; n <= Math.max(MAX_SUFFIX, first); n++) all.push(n === first ? suffix : `${stem}${separator}${n}`)
  return all
}
