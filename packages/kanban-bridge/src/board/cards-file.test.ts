import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRoot } from '@shoko/core-fs'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { CardRows } from '../rules/card-rows.ts'
import { CardsFile, type Pace } from './cards-file.ts'
import { IndexSums } from './index-sums.ts'

const row = (id: string, mark: number | string) => `{"id":"${id}","title":"${mark}"}`
const text = (...rows: string[]) => rows.map((each) => `${each}\n`).join('')

function temporaryFile() {
  const dir = mkdtempSync(join(tmpdir(), 'shoko-cards-'))
  const root = openRoot(dir, { hidden: 'reached' })
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'cards.ndjson')
  return {
    path,
    /** As another process would open it. */
    open: () => new CardsFile(root, new IndexSums(root)),
    read: () => readFileSync(path, 'utf8'),
    inode: () => statSync(path).ino,
  }
}

async function fileOf(...ids: string[]) {
  const files = temporaryFile()
  const file = files.open()
  await file.write(new CardRows(ids.map((id) => [id, row(id, 0)])))
  return { ...files, file }
}

it('only adds rows while changes keep coming, and has one row a card when they pause', async () => {
  const { file, read, inode } = await fileOf('A', 'B', 'C')
  const before = inode()
  await file.change(new Map([['A', row('A', 1)]]), 'busy')
  await file.change(new Map([['B', row('B', 1)]]), 'busy')
  expect(read()).toBe(text(row('A', 0), row('B', 0), row('C', 0), row('A', 1), row('B', 1)))
  expect([file.isTidy, inode()]).toEqual([false, before])
  await file.change(new Map(), 'paused')
  expect(read()).toBe(text(row('A', 1), row('B', 1), row('C', 0)))
  expect(file.isTidy).toBe(true)
})

it('adds the rows of new cards without ever writing the others again', async () => {
  const { file, read, inode } = await fileOf('A', 'B')
  const before = inode()
  await file.change(new Map([['D', row('D', 0)]]), 'paused')
  await file.change(
    new Map([
      ['F', row('F', 0)],
      ['E', row('E', 0)],
    ]),
    'ending',
  )
  expect(read()).toBe(text(...['A', 'B', 'D', 'E', 'F'].map((id) => row(id, 0))))
  expect([file.isTidy, inode()]).toEqual([true, before])
})

it('is written whole once it has grown to twice its size, and when a card is gone', async () => {
  const { file, read } = await fileOf('A', 'B')
  for (const mark of [1, 2]) await file.change(new Map([['A', row('A', mark)]]), 'busy')
  expect(read()).toBe(text(row('A', 0), row('B', 0), row('A', 1), row('A', 2)))
  await file.change(new Map([['B', row('B', 1)]]), 'busy')
  expect(read()).toBe(text(row('A', 2), row('B', 1)))
  await file.change(new Map([['A', undefined]]), 'busy')
  expect(read()).toBe(text(row('B', 1)))
})

it.each([
  ['cut within a row', (path: string) => truncateSync(path, statSync(path).size - 5)],
  ['cut between rows', (path: string) => truncateSync(path, statSync(path).size - text(row('A', 1)).length)],
  ['added to by a process that died before it kept the checksum', (path: string) => appendFileSync(path, text(row('B', 9)))],
  ['left with half a row', (path: string) => appendFileSync(path, '{"id":"B","ti')],
])('is not believed when it was %s', async (_, damage) => {
  const { file, path, open } = await fileOf('A', 'B')
  await file.change(new Map([['A', row('A', 1)]]), 'busy')
  expect((await open().load())?.get('A')).toBe(row('A', 1))
  damage(path)
  expect(await file.load()).toBeUndefined()
  expect(await open().load()).toBeUndefined()
})

it('leaves it to another process to tidy what that has added, unless it does not come back', async () => {
  const { file, read, path, open } = await fileOf('A', 'B')
  const other = open()
  await other.load()
  await other.change(new Map([['A', row('A', 1)]]), 'busy')
  await file.load()
  await file.change(new Map(), 'paused')
  expect(read()).toBe(text(row('A', 0), row('B', 0), row('A', 1)))
  utimesSync(path, 0, Date.now() / 1000 - 60)
  await file.load()
  await file.change(new Map(), 'paused')
  expect(read()).toBe(text(row('A', 1), row('B', 0)))
})

it('says what was written last, whichever process wrote and however it was paced', async () => {
  const id = fc.constantFrom('A', 'B', 'C', 'D')
  const step = fc.record({
    process: fc.nat(2),
    changes: fc.dictionary(id, fc.option(fc.nat(9), { freq: 5 }), { maxKeys: 3 }),
    pace: fc.constantFrom<Pace[]>('busy', 'busy', 'paused', 'ending'),
  })
  const { read, open, file } = await fileOf('A', 'B')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await file.write(new CardRows([]))
      const expected = new Map<string, string>()
      const processes = [open(), open(), open()]
      for (const { process, changes, pace } of steps) {
        const rows = await processes[process]!.load()
        const asked = Object.entries(changes).map(([key, mark]) => [key, mark === null ? undefined : row(key, mark)] as const)
        const real = new Map(asked.filter(([key, value]) => rows!.get(key) !== value))
        await processes[process]!.change(real, pace)
        for (const [key, value] of real)
          if (value === undefined) expected.delete(key)
          else expected.set(key, value)
        const seen = await open().load()
        for (const key of ['A', 'B', 'C', 'D']) expect(seen?.get(key)).toBe(expected.get(key))
      }
      await processes[0]!.load()
      await processes[0]!.change(new Map(), 'ending')
      expect(read()).toBe(text(...[...expected.keys()].sort().map((key) => expected.get(key)!)))
    }),
    { numRuns: 20 },
  )
})
