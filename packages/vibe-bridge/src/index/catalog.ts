import type { DatabaseSync } from 'node:sqlite'
import { taskNumber } from '../workspace/task-number.ts'

/** One document as lists and prompts need it. */
export interface CatalogEntry {
  readonly project: string
  readonly folder: string
  readonly filename: string
  /** Below the project. */
  readonly inProject: string
  readonly title: string
  readonly type: string
  readonly status: string | null
  readonly updated: string
  readonly objective: string | null
  readonly stepsDone: number
  readonly stepsTotal: number
}

export interface CatalogFilter {
  readonly project?: string
  readonly folder?: string
  readonly status?: string
  /** All but those of this status; a document without one is among them. */
  readonly statusIsNot?: string
}

/** Documents in the order a person would list them: by project, folder, number, name. */
export function listDocuments(database: DatabaseSync, filter: CatalogFilter): readonly CatalogEntry[] {
  const { project, folder, status, statusIsNot } = filter
  const filters = [
    ...(project === undefined ? [] : [{ test: 'p.name = ?', value: project }]),
    ...(folder === undefined ? [] : [{ test: 'd.folder = ?', value: folder }]),
    ...(status === undefined ? [] : [{ test: 'd.status = ?', value: status }]),
    ...(statusIsNot === undefined ? [] : [{ test: 'd.status IS NOT ?', value: statusIsNot }]),
  ]
  const where = filters.length === 0 ? '' : `WHERE ${filters.map(({ test }) => test).join(' AND ')}`
  const sql = `SELECT p.name AS project, d.folder, d.filename, d.path, d.title, d.type, d.status, d.updated, d.objective,
    d.steps_done, d.steps_total FROM documents d JOIN projects p ON p.id = d.project_id AND p.generation = d.generation ${where}`
  return database
    .prepare(sql)
    .all(...filters.map(({ value }) => value))
    .map(entryOf)
    .sort(byPlace)
}

export interface Section {
  readonly inProject: string
  readonly folder: string
  readonly updated: string
  readonly heading: string
  readonly body: string
}

export interface SectionFilter {
  readonly project: string
  readonly wanted: (heading: string) => boolean
}

/** The sections of a project whose heading is wanted, newest document first. */
export function listSections(database: DatabaseSync, { project, wanted }: SectionFilter): readonly Section[] {
  const rows = database
    .prepare(
      `SELECT c.id, c.heading FROM chunks c JOIN documents d ON d.id = c.document_id
      JOIN projects p ON p.id = d.project_id AND p.generation = d.generation
      WHERE p.name = ? AND c.heading <> '' ORDER BY d.updated DESC, d.path DESC, c.ordinal`,
    )
    .all(project)
  const select = database.prepare(
    'SELECT d.path, d.folder, d.updated, c.heading, b.body FROM chunks c JOIN chunk_bodies b ON b.chunk_id = c.id JOIN documents d ON d.id = c.document_id WHERE c.id = ?',
  )
  return rows
    .filter((row) => wanted(String(row.heading)))
    .flatMap(({ id }) => {
      const row = select.get(Number(id))
      if (row === undefined) return []
      const { path, folder, updated, heading, body } = row
      return {
        inProject: String(path),
        folder: String(folder),
        updated: String(updated),
        heading: String(heading),
        body: String(body),
      }
    })
}

function entryOf(row: Readonly<Record<string, unknown>>): CatalogEntry {
  return {
    project: String(row.project),
    folder: String(row.folder),
    filename: String(row.filename),
    inProject: String(row.path),
    title: String(row.title),
    type: String(row.type),
    status: row.status === null ? null : String(row.status),
    updated: String(row.updated),
    objective: row.objective === null ? null : String(row.objective),
    stepsDone: Number(row.steps_done),
    stepsTotal: Number(row.steps_total),
  }
}

/** Numbered files by number: `1000-x` comes after `999-x`. */
function byPlace(a: CatalogEntry, b: CatalogEntry): number {
  return (
    compare(a.project, b.project) || compare(a.folder, b.folder) || numberOf(a) - numberOf(b) || compare(a.filename, b.filename)
  )
}

function numberOf(entry: CatalogEntry): number {
  return entry.folder === 'tasks' ? (taskNumber(entry.filename) ?? Number.MAX_SAFE_INTEGER) : 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
