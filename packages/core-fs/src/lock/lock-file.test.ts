import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { recordSystem } from '../../test/recorded-system.ts'
import { LOCK, makeTree, reasonOf, rootOf } from '../../test/tree.ts'
import { descriptorContainment } from '../containment/containment-linux.ts'
import { createRoot } from '../rooted-fs.ts'
import type { SystemCalls } from '../system-calls.ts'

const nothing = async () => {}

function plantedLock(make: (place: string) => void): string {
  const dir = makeTree({ '.system/shoko/': '' })
  make(path.join(dir, LOCK))
  return dir
}

/** A database whose hot journal says that the file has no pages any more. */
function withJournal(place: string): void {
  new DatabaseSync(place).exec('CREATE TABLE t (x); INSERT INTO t VALUES (1)')
  const pageSize = 4096
  const header = Buffer.alloc(512)
  Buffer.from('d9d505f920a163d7', 'hex').copy(header)
  header.writeUInt32BE(512, 20)
  header.writeUInt32BE(pageSize, 24)
  fs.writeFileSync(`${place}-journal`, header)
}

it('makes a lock that SQLite takes for whole and that only this user may read', async () => {
  const dir = makeTree()
  await rootOf(dir).exclusive(nothing)
  const place = path.join(dir, LOCK)
  expect(fs.statSync(place).mode & 0o777).toBe(0o600)
  const database = new DatabaseSync(place, { readOnly: true })
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(database.prepare('PRAGMA encoding').get()).toEqual({ encoding: 'UTF-8' })
  database.close()
})

it('never has a journal of its own', async () => {
  const dir = makeTree()
  await rootOf(dir).exclusive(async () => {
    expect(fs.readdirSync(path.join(dir, '.system/shoko')).sort()).toEqual(['.gitignore', 'lock.db'])
  })
})

it('refuses a lock with a journal beside it, and rolls nothing back', async () => {
  const dir = plantedLock(withJournal)
  const before = fs.readFileSync(path.join(dir, LOCK))
  await expect(rootOf(dir).exclusive(nothing)).rejects.toThrow(/lock\.db-journal: lies beside a lock/)
  expect(fs.readFileSync(path.join(dir, LOCK)).equals(before)).toBe(true)
  expect(fs.existsSync(path.join(dir, `${LOCK}-journal`))).toBe(true)
})

it('refuses a journal that comes while the server runs', async () => {
  const dir = makeTree()
  const root = rootOf(dir)
  await root.exclusive(nothing)
  fs.writeFileSync(path.join(dir, `${LOCK}-journal`), 'x')
  expect(await reasonOf(root.exclusive(nothing))).toBe('permission_denied')
  fs.rmSync(path.join(dir, `${LOCK}-journal`))
  await root.exclusive(nothing)
})

it.each([
  ['with tables', 'CREATE TABLE t (x)'],
  ['with a write-ahead log', 'PRAGMA journal_mode = WAL'],
])('refuses a database %s in the place of the lock', async (_title, statement) => {
  const dir = plantedLock((place) => {
    const database = new DatabaseSync(place)
    database.exec('CREATE TABLE first (x); DROP TABLE first')
    database.exec(statement)
    database.close()
  })
  await expect(rootOf(dir).exclusive(nothing)).rejects.toThrow(/is not a lock that a server has made/)
})

it('takes a lock that an older server has made', async () => {
  const dir = plantedLock((place) => {
    const database = new DatabaseSync(place)
    database.exec('BEGIN IMMEDIATE; COMMIT')
    database.close()
  })
  expect(await rootOf(dir).exclusive(async () => 'done')).toBe('done')
})

it('refuses a lock that other users may write to', async () => {
  const dir = plantedLock((place) => {
    fs.writeFileSync(place, '')
    fs.chmodSync(place, 0o666)
  })
  await expect(rootOf(dir).exclusive(nothing)).rejects.toThrow(/other users may write to it/)
})

it.runIf(process.platform === 'linux')('refuses a lock of another user', async () => {
  const dir = plantedLock((place) => fs.writeFileSync(place, ''))
  const { system } = recordSystem()
  const ofAnother: SystemCalls = {
    ...system,
    lstat(name) {
      const stats = system.lstat(name)
      return stats !== undefined && name.endsWith('lock.db') ? Object.assign(stats, { uid: stats.uid + 1 }) : stats
    },
  }
  const root = createRoot(dir, { lockPath: LOCK, system: ofAnother, containment: descriptorContainment })
  await expect(root.exclusive(nothing)).rejects.toThrow(/belongs to another user/)
})

it.runIf(process.platform === 'linux')('refuses a lock that is exchanged between the look at it and its opening', async () => {
  const dir = plantedLock((place) => fs.writeFileSync(place, ''))
  const other = path.join(dir, 'other.db')
  new DatabaseSync(other).exec('PRAGMA user_version = 1; CREATE TABLE t (x)')
  const { system } = recordSystem()
  let isExchanged = false
  const exchanging: SystemCalls = {
    ...system,
    lstat(name) {
      const stats = system.lstat(name)
      if (name.endsWith('lock.db-wal') && !isExchanged) {
        isExchanged = true
        fs.renameSync(path.join(dir, LOCK), path.join(dir, 'kept.db')) // or the link may get its number
        fs.symlinkSync(other, path.join(dir, LOCK))
      }
      return stats
    },
  }
  const root = createRoot(dir, { lockPath: LOCK, system: exchanging, containment: descriptorContainment })
  expect(await reasonOf(root.exclusive(nothing))).toBe('linked')
})
