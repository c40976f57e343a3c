const BEYOND_ASCII = /[^\0-\x7f]/

/** Most text of manuals is: no normalisation and no folding of marks changes it. */
export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text)
}
