import { copyFileSync, existsSync, linkSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inspectOwnDatabase, PlantedFileError, prepareOwnDatabase } from './own-database.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'own-database-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  onTestFinished(() => database.close())
  database.prepare('SELECT * FROM sqlite_schema').all()
  return database
}

/** A database in the middle of a change, with the journal that takes the change back. */
function interrupted(path: string): void {
  const original = `${path}.original`
  const database = open(original)
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; CREATE TABLE t (a); INSERT INTO t VALUES (1)')
  database.exec('BEGIN; UPDATE t SET a = 2; INSERT INTO t SELECT randomblob(4000) FROM t, sqlite_schema, pragma_function_list')
  copyFileSync(original, path)
  copyFileSync(`${original}-journal`, `${path}-journal`)
  database.exec('ROLLBACK')
}

describe('a database of our own', () => {
  it('is confirmed when SQLite has opened the file that was looked at', () => {
    const path = join(folder(), 'index.db')
    const own = prepareOwnDatabase(path)
    open(path)
    expect(() => own.confirm()).not.toThrow()
  })

  it.skipIf(process.platform !== 'linux')('is refused when another file has taken its place meanwhile', () => {
    const [path, other] = [join(folder(), 'index.db'), join(folder(), 'other.db')]
    const own = prepareOwnDatabase(path)
    prepareOwnDatabase(other)
    linkSync(path, join(folder(), 'kept.db')) // or the next file that is made may get its number
    renameSync(other, path)
    open(path)
    expect(() => own.confirm()).toThrow(PlantedFileError)
  })

  it('that is a link is refused before SQLite does what the journal beside its target says', () => {
    const [path, target] = [join(folder(), 'index.db'), join(folder(), 'target.db')]
    interrupted(target)
    symlinkSync(target, path)
    const before = readFileSync(target)
    expect(() => inspectOwnDatabase(path)).toThrow(PlantedFileError)
    expect(readFileSync(target).equals(before) && existsSync(`${target}-journal`)).toBe(true)
  })
})
