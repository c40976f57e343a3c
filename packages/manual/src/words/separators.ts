/** What may stand inside a loosely written word, in comparable text. */
const SEPARATORS = ' -・/()'
const RUNS_OF_THEM = /[ \-・/()]+/g
const CODES: ReadonlySet<number> = new Set([...SEPARATORS].map((separator) => separator.charCodeAt(0)))

export function isSeparatorCode(code: number): boolean {
  return CODES.has(code)
}

/** Without separators. */
export function compacted(text: string): string {
  return text.replace(RUNS_OF_THEM, '')
}
