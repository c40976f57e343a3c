import { kanbanError } from '../kanban-error.ts'

export const DONE = 'done'
export const DEFAULT_COLUMN = 'backlog'

const OWN_FOLDERS = ['notes', 'templates', 'generated']
const NOT_PLAIN = /[/\\.\p{Cc}]/u
const MAX_COLUMN_CHARS = 60

/** Is a directory of `.kanban/` a column? The tool's own folders and hidden ones are not. */
export function isColumnName(name: string): boolean {
  return !name.startsWith('.') && !OWN_FOLDERS.includes(name.toLowerCase())
}

/** A column as a caller gives it: one plain segment, in the spelling of `known` when it differs by case only. */
export function parseColumn(input: string, known: readonly string[]): string {
  const name = input.trim()
  if (name === '' || name.length > MAX_COLUMN_CHARS || NOT_PLAIN.test(name) || !name.isWellFormed()) {
    const shown = JSON.stringify(input.slice(0, 40))
    throw kanbanError('invalid_column', `invalid column: ${shown}`, 'a column is one plain name: no separators, no dots')
  }
  if (!isColumnName(name)) {
    throw kanbanError(
      'invalid_column',
      `invalid column: ${JSON.stringify(name)}`,
      `${OWN_FOLDERS.join(', ')} are the board's own folders`,
    )
  }
  return spellingOf(name, known)
}

export function spellingOf(name: string, known: readonly string[]): string {
  if (known.includes(name)) return name
  const lower = name.toLowerCase()
  return [DONE, ...known].find((column) => column.toLowerCase() === lower) ?? name
}

export function isDone(column: string): boolean {
  return column === DONE
}
