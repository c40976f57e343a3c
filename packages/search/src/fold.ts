import { isAscii } from './ascii.ts'

/** Latin letters that no decomposition takes apart. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ı: 'i',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ß: 'ss',
  ẞ: 'SS',
}
/** A Latin letter that is more than ASCII, or an ASCII letter with marks of its own. */
const MARKED_LATIN = /[\u00c0-\u024f\u1e00-\u1eff][\u0300-\u036f]*|[A-Za-z][\u0300-\u036f]+/g
const MARKS = /[\u0300-\u036f]+/g

/** Drops the diacritics of Latin letters (`ñ` is `n`, `Ø` is `O`); every other script keeps its marks, so that `が` stays `が`. */
export function fold(text: string): string {
  return isAscii(text) ? text : text.replace(MARKED_LATIN, foldLetter)
}

/** The letters of a few languages come again and again; a letter with a run of marks is rare, and not kept. */
const FOLDED = new Map<string, string>()

function foldLetter(letter: string): string {
  const known = FOLDED.get(letter)
  if (known !== undefined) return known
  const plain = letter.normalize('NFD').replace(MARKS, '')
  const folded = UNDECOMPOSED[plain] ?? plain
  if (letter.length === 1) FOLDED.set(letter, folded)
  return folded
}

export interface SlugOptions {
  /** At most this many characters (code points). */
  readonly maxChars?: number
  /** At most this many UTF-8 bytes, for names on disk. */
  readonly maxBytes?: number
  /** The answer when nothing is left. */
  readonly fallback?: string
}

/**
 * A name for files and links: letters and digits of every script in lower case, Latin diacritics dropped, everything else
 * `-`, never at an end.
 */
export function slugify(text: string, options: SlugOptions = {}): string {
  const slug = fold(text.normalize('NFKC').toLowerCase())
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+/u, '')
  return cut(slug, options).replace(/-+$/, '') || (options.fallback ?? '')
}

function cut(slug: string, { maxChars = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY }: SlugOptions): string {
  let chars = 0
  let bytes = 0
  let length = 0
  for (const character of slug) {
    chars += 1
    bytes += utf8Length(character.codePointAt(0)!)
    if (chars > maxChars || bytes > maxBytes) return slug.slice(0, length)
    length += character.length
  }
  return slug
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
