const BEYOND_LATIN1 = /[^\0-\xff]/

/** A piece of a text keeps the whole text in memory; a copy of it does not. */
export function ownCopy(piece: string): string {
  const encoding = BEYOND_LATIN1.test(piece) ? 'utf16le' : 'latin1'
  return Buffer.from(piece, encoding).toString(encoding)
}
