import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DomainError, type Finding } from '@shoko/contract'
import { inspectOwnDatabase, parseDirectory, type Root } from '@shoko/core-fs'
import { addressOfPath, isMarkdown } from '../workspace/layout.ts'
import { listProjects } from '../workspace/projects.ts'
import { FAILURE_TEXT, failureOf, hasOurSchema } from './database.ts'
import { APPLICATION_ID, SCHEMA_VERSION } from './schema.ts'

/** What a project's documents are called in the index: `project/path below it`, with the hash of what was indexed. */
type Indexed = ReadonlyMap<string, string>

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024
const SHOWN = 3

/** The index against the files. None, or one of another version, is no finding: the next start makes it. */
export async function checkIndex(root: Root, path: string): Promise<Finding[]> {
  const name = basename(path)
  let indexed: Indexed | undefined
  try {
    indexed = readIndexed(path)
  } catch (error) {
    const failure = failureOf(error)
    if (failure === undefined && !(error instanceof DamagedError)) throw error
    if (failure === 'busy' || failure === 'unwritable') return [] // under way, or simply not there
    const message = `${name} ${FAILURE_TEXT[failure ?? 'damaged']}: a new index beside it is used`
    const advice = 'stop the servers and delete it with its -wal and -shm; it holds nothing that the files do not'
    return [{ level: 'warn', code: 'index-damaged', path: name, message, advice }]
  }
  return indexed === undefined ? [] : compare(root, indexed, name)
}

class DamagedError extends Error {}

function readIndexed(path: string): Indexed | undefined {
  const file = inspectOwnDatabase(path)
  const database = new DatabaseSync(path, { readOnly: true, timeout: 1500 })
  try {
    file.confirm()
    const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
    if (pragma('application_id') !== APPLICATION_ID || pragma('user_version') !== SCHEMA_VERSION) return undefined
    if (!file.isClosed || !hasOurSchema(database)) return undefined
    if (database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') throw new DamagedError()
    const rows = database
      .prepare(
        'SELECT p.name, d.path, d.hash FROM documents d JOIN projects p ON p.id = d.project_id AND p.generation = d.generation',
      )
      .all()
    return new Map(rows.map((row) => [`${String(row.name)}/${String(row.path)}`, String(row.hash)]))
  } finally {
    database.close()
  }
}

async function compare(root: Root, indexed: Indexed, name: string): Promise<Finding[]> {
  const files = await hashes(root)
  const missing = [...files.keys()].filter((path) => !indexed.has(path))
  const changed = [...files].filter(([path, hash]) => indexed.has(path) && indexed.get(path) !== hash).map(([path]) => path)
  const gone = [...indexed.keys()].filter((path) => !files.has(path))
  const parts = [told('not indexed', missing), told('changed since', changed), told('gone', gone)].filter((part) => part !== '')
  if (parts.length === 0) return []
  const message = `the index differs from the files (${parts.join('; ')}); a running server catches up by itself`
  return [{ level: 'warn', code: 'index-behind', path: name, message, fix: 'index everything anew' }]
}

async function hashes(root: Root): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const project of await listProjects(root)) {
    const files = await root.walk({
      dir: parseDirectory(project),
      stats: true,
      skip: (path, kind) => kind === 'file' && !isMarkdown(path),
    })
    for (const { path, info } of files) {
      if (addressOfPath(path) === undefined || (info?.size ?? 0) > MAX_DOCUMENT_BYTES) continue
      try {
        found.set(path, (await root.readText(path)).hash)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error // what cannot be read is not indexed either, and reported elsewhere
      }
    }
  }
  return found
}

function told(what: string, paths: readonly string[]): string {
  if (paths.length === 0) return ''
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : ''
  return `${what}: ${paths.slice(0, SHOWN).join(', ')}${more}`
}
