import { nearest } from '@shoko/contract'
import { kanbanError } from '../kanban-error.ts'

export const DONE = 'done'
export const DEFAULT_COLUMN = 'backlog'

const OWN_FOLDERS = ['notes', 'templates', 'generated']
const NOT_PLAIN = /[/\\.\p{Cc}]/u
const MAX_COLUMN_CHARS = 60
const LONG_ENOUGH = 5

/** Is a directory of `.kanban/` a column? The tool's own folders and hidden ones are not. */
export function isColumnName(name: string): boolean {
  return !name.startsWith('.') && !OWN_FOLDERS.includes(name.toLowerCase())
}

/** What a board says about its columns. */
export interface KnownColumns {
  /** Those of columns.toml; empty when it lists none, and then any plain name will do. */
  readonly listed: readonly string[]
  /** The folders that are there. */
  readonly existing: readonly string[]
}

/** A column as a caller gives it, in the board's spelling. A name that looks like a slip is refused: its card would be lost to sight. */
export function parseColumn(input: string, { listed, existing }: KnownColumns): string {
  const name = plainName(input)
  if (listed.length > 0) {
    const known = spellingOf(name, listed)
    if (known === DONE || listed.includes(known)) return known
    throw unknownColumn(name, [...new Set([...listed, DONE])])
  }
  const known = spellingOf(name, existing)
  if (existing.includes(known) || !existing.some((column) => isOneLetterAway(name, column))) return known
  throw unknownColumn(name, existing)
}

/** Where a card goes that names no column. */
export function defaultColumn(listed: readonly string[]): string {
  if (listed.length === 0 || listed.includes(DEFAULT_COLUMN)) return DEFAULT_COLUMN
  return listed.find((column) => !isDone(column)) ?? DONE
}

function plainName(input: string): string {
  const name = input.trim()
  if (name === '' || name.length > MAX_COLUMN_CHARS || NOT_PLAIN.test(name) || !name.isWellFormed()) {
    const shown = JSON.stringify(input.slice(0, 40))
    throw kanbanError('invalid_column', `invalid column: ${shown}`, 'a column is one plain name: no separators, no dots')
  }
  if (isColumnName(name)) return name
  const own = `${OWN_FOLDERS.join(', ')} are the board's own folders`
  throw kanbanError('invalid_column', `invalid column: ${JSON.stringify(name)}`, own)
}

function unknownColumn(name: string, known: readonly string[]) {
  const close = nearest(name, known)
  const advice = close === undefined ? '' : `; did you mean ${JSON.stringify(close)}?`
  return kanbanError('invalid_column', `unknown column: ${JSON.stringify(name)}${advice}`, `columns: ${known.join(', ')}`)
}

function spellingOf(name: string, known: readonly string[]): string {
  if (known.includes(name)) return name
  const lower = name.toLowerCase()
  return [DONE, ...known].find((column) => column.toLowerCase() === lower) ?? name
}

/** One letter changed, added or left out, in names long enough for that to be a slip. `sprint2` beside `sprint1` is none. */
function isOneLetterAway(name: string, column: string): boolean {
  const [a, b] = [[...name.toLowerCase()], [...column.toLowerCase()]]
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const extra = long.length - short.length
  if (short.length < LONG_ENOUGH || extra > 1) return false
  const at = long.findIndex((letter, index) => letter !== short[index])
  if (at === -1 || short.slice(at + 1 - extra).join('') !== long.slice(at + 1).join('')) return false
  return ![long[at], extra === 0 ? short[at] : ''].some((letter) => /\p{N}/u.test(letter ?? ''))
}

export function isDone(column: string): boolean {
  return column === DONE
}
