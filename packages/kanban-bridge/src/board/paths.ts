import { joinPath, nameOf, parseDirectory, type RelativePath } from '@shoko/core-fs'
import type { CardPlace } from '../rules/card.ts'
import { ulidOfFileName } from '../rules/card-id.ts'
import { DONE, isColumnName } from '../rules/columns.ts'

/** The folder that makes a directory a board. A board's root is this folder, so that nothing beside it is ever touched. */
export const KANBAN = '.kanban'
export const LOCK = '.shoko/lock.db'
/** The index files have a lock of their own: writing a long one keeps nobody from changing cards. Taken after LOCK, never before. */
export const INDEX_LOCK = '.shoko/index-lock.db'

export const TOP = parseDirectory('.')
export const COLUMNS_TOML = joinPath(TOP, 'columns.toml')
export const CARDS_INDEX = joinPath(TOP, 'cards.ndjson')
export const RELATIONS_INDEX = joinPath(TOP, 'relations.ndjson')
export const NOTES = joinPath(TOP, 'notes')
export const TEMPLATES = joinPath(TOP, 'templates')
export const GENERATED = joinPath(TOP, 'generated')
export const INDEX_SUMS = joinPath(joinPath(TOP, '.shoko'), 'indexes.json')

export function columnPath(column: string): RelativePath {
  return joinPath(TOP, column)
}

export function notesPath(id: string): RelativePath {
  return joinPath(NOTES, `${id}.ndjson`)
}

/** `done/YYYY/MM`, by the date of completion in UTC. */
export function donePath(completedAt: string): RelativePath {
  const [year, month] = new Date(completedAt).toISOString().split('-')
  return joinPath(joinPath(columnPath(DONE), year!), month!)
}

/** Whether a file, by its path below a root of boards, can be made anew from the cards. */
export function isDerivedFile(path: string): boolean {
  const [, inside] = /(?:^|\/)\.kanban\/(.*)$/s.exec(path) ?? []
  if (inside === undefined) return false
  return inside === CARDS_INDEX || inside === RELATIONS_INDEX || /^(?:generated|\.shoko)(?:\/|$)/.test(inside)
}

/** A path as outputs show it: relative to the board. */
export function shownPath(file: RelativePath): string {
  return `${KANBAN}/${file}`
}

/** Where a card's file lies on the board: in a column, at any depth. Undefined for every other file. */
export function placeOf(file: RelativePath): CardPlace | undefined {
  const slash = file.indexOf('/')
  const column = file.slice(0, Math.max(0, slash))
  const name = nameOf(file)
  const id = ulidOfFileName(name)
  if (column === '' || !isColumnName(column) || id === undefined) return undefined
  return { id, file, path: shownPath(file), name, column }
}

/** Markdown whose name does not begin with a ULID is its owner's, and left alone. */
export function isCardName(name: string): boolean {
  return ulidOfFileName(name) !== undefined
}

export function isMarkdownName(name: string): boolean {
  return /\.md$/i.test(name) && !name.startsWith('.')
}
