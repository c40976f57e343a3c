import { expect, it } from 'vitest'
import { cardFile, fixedClock, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { appendNote } from './kanban-notes-append.ts'
import { type KanbanNotesListOutput, listNotes } from './kanban-notes-list.ts'

const A = ulid('A')

it('appends one line per note', async () => {
  const board = temporaryBoard({ [`done/2026/10/${A}__a.md`]: cardFile(A) }, { clock: fixedClock('2026-11-16T00:00:00Z') })
  expect(
    await appendNote(board.ctx, { board: '.', cardId: A.toLowerCase(), text: 'one\ntwo', tags: ['t'], author: 'ana' }),
  ).toEqual({
    appended: true,
    ts: '2026-11-16T00:00:00.000Z',
    path: `.kanban/notes/${A}.ndjson`,
  })
  expect(board.read(`notes/${A}.ndjson`)).toBe(
    '{"ts":"2026-11-16T00:00:00.000Z","type":"worklog","text":"one\\ntwo","tags":["t"],"author":"ana"}\n',
  )
})

it('refuses what would make the journal longer than it is read, and leaves it as it is', async () => {
  const full = `${JSON.stringify({ ts: '2026-11-16T00:00:00.000Z', type: 'worklog', text: 'x'.repeat(8 * 1024 * 1024 - 1000) })}\n`
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A), [`notes/${A}.ndjson`]: full })
  await expect(appendNote(board.ctx, { board: '.', cardId: A, text: 'y'.repeat(2000) })).rejects.toMatchObject({
    reason: 'invalid_argument',
    message: expect.stringContaining('at most 8 MiB'),
  })
  expect(board.read(`notes/${A}.ndjson`)).toBe(full)
  expect(await appendNote(board.ctx, { board: '.', cardId: A, text: 'short' })).toMatchObject({ appended: true })
})

it('lists the latest three, so many as asked, or all', async () => {
  const clock = fixedClock('2026-11-16T00:00:00Z')
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A) }, { clock })
  for (const n of [1, 2, 3, 4, 5]) {
    clock.set(`2026-11-16T00:00:0${n}Z`)
    await appendNote(board.ctx, { board: '.', cardId: A, text: `note ${n}`, type: 'decision' })
  }
  const texts = async (more: object) =>
    (await listNotes(board.ctx, { board: '.', cardId: A, ...more })).items.map(({ text }) => text)
  expect(await texts({})).toEqual(['note 5', 'note 4', 'note 3'])
  expect(await texts({ limit: 1 })).toEqual(['note 5'])
  expect(await texts({ all: true })).toHaveLength(5)
})

it('pages through a long journal, each answer within its bound', async () => {
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A) }, { hardMaxChars: 4_000 })
  const lines = Array.from({ length: 100 }, (_, n) =>
    JSON.stringify({ ts: new Date(n * 1_000).toISOString(), type: 'worklog', text: `note ${n} ${'語'.repeat(300)}` }),
  )
  board.write(`notes/${A}.ndjson`, `${lines.join('\n')}\n`)
  const seen: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page: KanbanNotesListOutput = await listNotes(board.ctx, { board: '.', cardId: A, all: true, offset })
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(4_000)
    seen.push(...page.items.map(({ text }) => text.split(' ')[1]!))
    offset = page.nextOffset
  }
  expect(seen).toEqual(Array.from({ length: 100 }, (_, n) => String(99 - n)))
  const { version } = await listNotes(board.ctx, { board: '.', cardId: A })
  await appendNote(board.ctx, { board: '.', cardId: A, text: 'new' })
  expect(await listNotes(board.ctx, { board: '.', cardId: A, version })).toMatchObject({ changed: true, total: 101 })
})

it('wants a card that exists', async () => {
  const board = temporaryBoard()
  await expect(appendNote(board.ctx, { board: '.', cardId: A, text: 'x' })).rejects.toThrow(`card ${A}`)
  await expect(listNotes(board.ctx, { board: '.', cardId: A })).rejects.toThrow(`card ${A}`)
  expect(board.files()).toEqual([])
})

it('has none where nobody wrote any, and survives a broken journal', async () => {
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A) })
  expect(await listNotes(board.ctx, { board: '.', cardId: A })).toMatchObject({ items: [], total: 0, nextOffset: null })
  board.write(`notes/${A}.ndjson`, '{"ts":"2026-11-16T00:00:00Z","type":"worklog","text":"kept"}\n{"ts":"2026')
  await appendNote(board.ctx, { board: '.', cardId: A, text: 'new' })
  expect((await listNotes(board.ctx, { board: '.', cardId: A })).items.map(({ text }) => text).sort()).toEqual(['kept', 'new'])
})
