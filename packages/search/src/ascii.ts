/** No word of any language is longer; what is has no grammar, and may be as long as a query. */
export const LONGEST_WORD = 64

const BEYOND_ASCII = /[^\0-\x7f]/

/** The endings that stemmers take off are of these letters; what ends in a digit, or in another script, has none. */
export function endsInLetter(word: string): boolean {
  const code = word.charCodeAt(word.length - 1)
  return code >= 97 && code <= 122
}

/** A letter or digit of folded Latin text. */
export function isAsciiWordUnit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

/** Most text of manuals is: no normalization and no folding of marks changes it. */
export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text)
}
