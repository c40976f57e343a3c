import { chmodSync, chownSync, existsSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openWorkspace } from '../../test/workspace.ts'
import { search } from '../tools/search.ts'
import { checkIndex } from './check-index.ts'

const TREE = { 'p/tasks/001-a.md': '# alpha\n', 'p/plans/b.md': '# beta alpha\n' }
const LIE =
  "UPDATE chunk_bodies SET body = 'planted'; UPDATE documents SET title = 'planted'; UPDATE chunks SET heading = 'planted'"

/** An index as a server has left it, changed by somebody, and a server on it. */
async function plant(change: (path: string) => void) {
  const workspace = openWorkspace(TREE)
  await search(workspace.ctx, { query: 'alpha' })
  await workspace.ctx.close()
  const path = join(workspace.root, 'index.db')
  change(path)
  const next = workspace.reopen()
  const answer = await search(next, { query: 'alpha' })
  return { ...workspace, path, next, answer }
}

function edit(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

const modeOf = (path: string) => statSync(path).mode & 0o777

it('is made for this user alone, with its log and in a folder that is made for it', async () => {
  const { reopen, root } = openWorkspace(TREE)
  const ctx = reopen({ dbPath: join(root, 'made/index.db') })
  await search(ctx, { query: 'alpha' })
  expect(modeOf(join(root, 'made'))).toBe(0o700)
  for (const name of ['index.db', 'index.db-wal', 'index.db-shm']) expect(modeOf(join(root, 'made', name))).toBe(0o600)
  expect(existsSync(join(root, 'made/index.db-journal'))).toBe(false)
})

it('leaves the mode of a folder that was there', async () => {
  const { ctx, root } = openWorkspace(TREE)
  chmodSync(root, 0o755)
  await search(ctx, { query: 'alpha' })
  expect(modeOf(root)).toBe(0o755)
})

it('closes the cache of a read-only workspace', async () => {
  const { reopen, root } = openWorkspace({ ...TREE, '.cache/shoko/': '' })
  const cacheDir = join(root, '.cache/shoko')
  chmodSync(cacheDir, 0o755)
  await search(reopen({ readOnly: true, cacheDir }), { query: 'alpha' })
  expect(modeOf(cacheDir)).toBe(0o700)
})

it.each([
  ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON documents BEGIN DELETE FROM projects; END'],
  ['a view', 'CREATE VIEW v AS SELECT * FROM documents'],
  ['a table', 'CREATE TABLE more (x)'],
  ['an index', 'CREATE INDEX more ON documents (title)'],
  [
    'a view in the place of a table',
    'ALTER TABLE counters RENAME TO kept; CREATE VIEW counters AS WITH RECURSIVE n(name, value) AS (SELECT 1, 1 UNION ALL SELECT 1, 1 FROM n) SELECT * FROM n',
  ],
])('with %s that a server did not make is made anew in its place', async (_what, sql) => {
  const { path, answer, root } = await plant((at) => edit(at, `${LIE}; ${sql}`))
  expect(answer).toMatchObject({ total_matches: 2 })
  expect(JSON.stringify(answer)).not.toContain('planted')
  expect(existsSync(join(root, 'index-rebuilt.db'))).toBe(false)
  const database = new DatabaseSync(path, { readOnly: true })
  expect(
    database.prepare("SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view') OR name IN ('more', 'kept')").all(),
  ).toEqual([])
  database.close()
})

it('that came with a checkout, open to others, is made anew and closed', async () => {
  const { path, answer } = await plant((at) => {
    edit(at, LIE)
    chmodSync(at, 0o644)
  })
  expect(answer).toMatchObject({ total_matches: 2 })
  expect(JSON.stringify(answer)).not.toContain('planted')
  expect(modeOf(path)).toBe(0o600)
})

it('that is a link is not opened, and what it leads to stays as it is', async () => {
  let before = ''
  const { root, answer, path, next } = await plant((at) => {
    edit(at, LIE)
    renameSync(at, `${at}.elsewhere`)
    symlinkSync(`${at}.elsewhere`, at)
    before = readFileSync(at, 'latin1')
  })
  expect(answer).toMatchObject({ total_matches: 2, warnings: [expect.stringContaining('index.db is a link')] })
  expect(JSON.stringify(answer)).not.toContain('planted')
  expect(readFileSync(`${path}.elsewhere`, 'latin1')).toBe(before)
  expect(existsSync(join(root, 'index-rebuilt.db'))).toBe(true)
  expect(await checkIndex(next.root, path)).toMatchObject([{ code: 'index-damaged', message: expect.stringContaining('link') }])
})

it.skipIf(process.geteuid?.() !== 0)('of another user is not opened, even with our tables', async () => {
  const { answer } = await plant((at) => {
    edit(at, LIE)
    chownSync(at, 65_534, 65_534)
  })
  expect(answer).toMatchObject({ total_matches: 2, warnings: [expect.stringContaining("another user's")] })
  expect(JSON.stringify(answer)).not.toContain('planted')
})

it.each(['-journal', '-wal'])('with a planted %s beside it is not opened', async (kind) => {
  const { answer, path } = await plant((at) => {
    writeFileSync(at + kind, 'planted '.repeat(100))
    chmodSync(at + kind, 0o644)
  })
  expect(answer).toMatchObject({ total_matches: 2, warnings: [expect.stringContaining('beside it')] })
  expect(readFileSync(path + kind, 'latin1')).toBe('planted '.repeat(100))
})

it.each([
  ['open to others', (at: string) => chmodSync(at, 0o644)],
  [
    'with a view in the place of a table',
    (at: string) => edit(at, 'ALTER TABLE documents RENAME TO kept; CREATE VIEW documents AS SELECT * FROM kept'),
  ],
])('%s is not believed by a check', async (_what, change) => {
  const { ctx, root } = openWorkspace(TREE)
  await search(ctx, { query: 'alpha' })
  await ctx.close()
  const path = join(root, 'index.db')
  edit(path, "UPDATE documents SET hash = 'planted'")
  expect(await checkIndex(ctx.root, path)).toMatchObject([{ code: 'index-behind' }])
  change(path)
  expect(await checkIndex(ctx.root, path)).toEqual([])
})
