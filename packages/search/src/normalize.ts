import { isAscii } from './ascii.ts'

/**
 * The normalization that every family shares: NFKC (which also turns full-width parentheses and slash into ASCII and the
 * half-width middle dot into `・`), one kind of newline, one dash, case folded, white space collapsed.
 *
 * A run of white space becomes one space, or one line feed when it holds a line end, so that lines survive. Ends are not trimmed.
 */
export function normalize(text: string): string {
  return isNormal(text) ? text : uniform(text).replace(UNEVEN_SPACE, collapse)
}

/** The same on one line. */
export function normalizeLine(text: string): string {
  return isNormal(text) ? text : uniform(text).replace(SPACE_BUT_ONE, ' ')
}

function uniform(text: string): string {
  return isAscii(text) ? text.toLowerCase() : caseFold(text.normalize('NFKC')).replace(DASHES, '-')
}

/**
 * Case folding for search: lower case, and where lower case alone keeps two spellings of one word apart, the common one:
 * `ß` is `ss`, a final sigma is a sigma. What only full Unicode folding would expand (Greek iota subscripts) stays.
 */
export function caseFold(text: string): string {
  const lower = text.toLowerCase()
  return SPECIAL_FOLDS.test(lower) ? lower.replaceAll('ß', 'ss').replaceAll('ς', 'σ').normalize('NFKC') : lower
}

/** With the dot that lower case takes off `İ`: it has to find its place among the marks that follow. */
const SPECIAL_FOLDS = /[ßς]|\u0307/
const DASHES = /[\u2010\u2011\u2013\u2014\u2212]/g
/** White space that is not already a single space or a single line feed. */
const UNEVEN_SPACE = /\s{2,}|[^\S \n]/g
const SPACE_BUT_ONE = /\s{2,}|[^\S ]/g
/** Printable ASCII without capitals or doubled spaces: already normal, and the usual query. */
const NORMAL = /^(?:[!-@[-~]| (?! ))*$/
function isNormal(text: string): boolean {
  return text.length < 256 && NORMAL.test(text)
}

function collapse(run: string): string {
  return run.includes('\n') || run.includes('\r') ? '\n' : ' '
}
