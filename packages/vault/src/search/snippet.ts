const BEFORE = 40
const AFTER = 120

/** What stands around the beginning of a match: 40 characters before it, 120 from there on. */
export function snippetAt(text: string, at: number): string {
  return (
    [...text.slice(Math.max(0, at - 2 * BEFORE), at)].slice(-BEFORE).join('') +
    [...text.slice(at, at + 2 * AFTER)].slice(0, AFTER).join('')
  )
}
