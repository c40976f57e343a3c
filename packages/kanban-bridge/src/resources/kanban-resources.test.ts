import { plainCall } from '@shoko/contract'
import { expect, it } from 'vitest'
import { cardFile, fixedClock, type TemporaryBoard, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { appendNote } from '../tools/kanban-notes-append.ts'
import { kanbanResources } from './kanban-resources.ts'

const [A, B, C] = ['A', 'B', 'C'].map(ulid) as [string, string, string]

function family() {
  return temporaryBoard(
    {
      [`doing/${A}__a.md`]: cardFile(
        A,
        ['lane: web', `depends_on: [${C}]`, 'resume_hint: look at the log', 'next_steps:', '  - one, two', 'mood: good'],
        '# Text\n',
      ),
      [`done/2026/10/${B}__b.md`]: cardFile(B, [`parent: ${A}`]),
      [`backlog/${C}__c.md`]: cardFile(C, [`relates: [${A}]`]),
      'columns.toml': '[[columns]]\nkey = "doing"\ntitle = "In progress"\nwip_limit = 2\n',
    },
    { clock: fixedClock('2026-11-16T00:00:00Z') },
  )
}

const read = ({ ctx }: TemporaryBoard, path: string) => kanbanResources.read(ctx, `kanban://.${path}`, plainCall)
const readJson = async (board: TemporaryBoard, path: string) => JSON.parse((await read(board, path)).text)

it('gives the brief state by default, with the latest three notes', async () => {
  const board = family()
  for (const n of [1, 2, 3, 4]) await appendNote(board.ctx, { board: '.', cardId: A, text: `note ${n}` })
  const state = await readJson(board, `/cards/${A}`)
  expect(state).toEqual({
    id: A,
    title: 'Card AA',
    column: 'doing',
    lane: 'web',
    priority: null,
    parent: null,
    resume_hint: 'look at the log',
    next_steps: ['one, two'],
    blockers: [],
    notes: [4, 3, 2].map((n) => ({ ts: '2026-11-16T00:00:00.000Z', type: 'worklog', text: `note ${n}` })),
  })
  expect(await readJson(board, `/cards/${A.toLowerCase()}/state?mode=brief&limit=3`)).toEqual(state)
  expect((await readJson(board, `/cards/${A}/state?limit=1`)).notes).toHaveLength(1)
})

it('adds everything else in full', async () => {
  const state = await readJson(family(), `/cards/${A}/state?mode=full`)
  expect(state).toMatchObject({
    mood: 'good',
    body: '# Text\n',
    path: `.kanban/doing/${A}__a.md`,
    children: [{ id: B, title: 'Card BB', column: 'done' }],
    depends_on: [{ id: C, title: 'Card CC', column: 'backlog' }],
    relates: [{ id: C, title: 'Card CC', column: 'backlog' }],
    notes: [],
  })
})

it('gives the file, the body, the tree, the board and the manual', async () => {
  const board = family()
  expect((await read(board, `/cards/${A}/markdown`)).text).toBe(board.read(`doing/${A}__a.md`))
  expect((await read(board, `/cards/${A}/body`)).text).toBe('# Text\n')
  expect((await readJson(board, `/tree/${A}`)).tree.children).toHaveLength(1)
  expect(await readJson(board, '/board')).toMatchObject({
    columns: [
      { key: 'doing', title: 'In progress', count: 1, wip_limit: 2 },
      { key: 'backlog', title: 'backlog', count: 1, wip_limit: null },
      { key: 'done', title: 'done', count: 1, wip_limit: null },
    ],
    open: 2,
    done: 1,
  })
  expect(await read(board, '/manual')).toMatchObject({
    mimeType: 'text/markdown',
    text: expect.stringContaining('doing (at most 2)'),
  })
})

it('accepts every host that names the board', async () => {
  const board = family()
  const name = board.dir.split('/').at(-1)!
  for (const host of [name, encodeURIComponent(board.dir)]) {
    const uri = `kanban://${host}/board`
    expect((await kanbanResources.read(board.ctx, uri, plainCall)).uri).toBe(uri)
  }
})

it.each(['/nothing', '', `/cards/${A}/pdf`, `/cards/${A}/state/x`, `/tree`, '/%zz'])('does not know %j', async (path) => {
  await expect(read(family(), path)).rejects.toThrow(expect.objectContaining({ reason: 'resource_not_found' }))
})

it('refuses what is no card, no mode and no limit', async () => {
  const board = family()
  await expect(read(board, `/cards/${ulid('Z')}`)).rejects.toThrow(`card ${ulid('Z')}`)
  await expect(read(board, '/cards/..%2Fx')).rejects.toThrow('invalid card id')
  await expect(read(board, `/cards/${A}?mode=all`)).rejects.toThrow('mode:')
  await expect(read(board, `/cards/${A}?limit=many`)).rejects.toThrow('limit:')
  await expect(kanbanResources.read(board.ctx, 'kanban://nowhere/board', plainCall)).rejects.toThrow('board nowhere')
})

it('lists the boards and completes the variables of its templates', async () => {
  const { ctx } = family()
  expect((await kanbanResources.list(ctx, plainCall)).map(({ uri }) => uri)).toEqual([
    'kanban://boards',
    'kanban://./board',
    'kanban://./cards',
    'kanban://./manual',
  ])
  const complete = (argument: string, value: string) =>
    kanbanResources.complete!(ctx, { ref: 'kanban://{board}/cards/{id}', argument, value, known: { board: '.' } })
  expect(await complete('board', '')).toEqual(['.'])
  expect(await complete('id', '01a')).toEqual([A])
  expect(await complete('id', B.slice(0, 5))).toEqual([B])
  expect(await complete('mode', 'f')).toEqual(['full'])
  expect(await complete('id', 'card aa')).toEqual([{ value: A, title: 'Card AA', with: { board: '.' } }])
  expect(await complete('id', 'card bb')).toEqual([{ value: B, title: expect.any(String), with: { board: '.' } }])
})

it('gives every open card as a row with the board at a glance, and all boards', async () => {
  const board = family()
  expect(await readJson(board, '/cards')).toMatchObject({
    ...(await readJson(board, '/board')),
    cards: [
      { cardId: A, column: 'doing', lane: 'web', blocked_by: [C], modified: expect.any(String) },
      { cardId: C, column: 'backlog' },
    ],
  })
  const { text } = await kanbanResources.read(board.ctx, 'kanban://boards', plainCall)
  expect(JSON.parse(text)).toEqual({ boards: [{ board: '.', name: expect.any(String), path: '.' }] })
  const listed = (await kanbanResources.list(board.ctx, plainCall)).map(({ uri }) => uri)
  expect(listed).toEqual(expect.arrayContaining(['kanban://boards', 'kanban://./cards']))
  await kanbanResources.watch!(board.ctx, 'kanban://boards')
})

it('names tools in the manual as callers see them', async () => {
  const board = family()
  const flat = board.reopen({ spell: (text) => text.replaceAll('kanban/list', 'kanban_list') })
  expect((await kanbanResources.read(flat, 'kanban://./manual', plainCall)).text).toContain('`kanban_list`')
})
