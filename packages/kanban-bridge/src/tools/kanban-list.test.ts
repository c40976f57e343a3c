import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { validateArguments } from '@shoko/contract/schema'
import { sha256 } from '@shoko/core-fs'
import { expect, it } from 'vitest'
import { cardFile, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { finishCard } from './kanban-done.ts'
import { type KanbanListInput, kanbanList, listCards } from './kanban-list.ts'
import { moveCard } from './kanban-move.ts'
import { CARD_FIELDS } from './parameters.ts'

const [A, B, C, D] = ['A', 'B', 'C', 'D'].map(ulid) as [string, string, string, string]

function fourCards() {
  return temporaryBoard({
    [`doing/${B}__b.md`]: cardFile(
      B,
      ['lane: Core', 'priority: P1', 'labels: [X, y]', 'assignees: [Alice]'],
      'FFT最適化 を試す\n',
    ),
    [`backlog/${A}__a.md`]: cardFile(A, ['lane: web'], 'Banana split\n'),
    [`someday/${C}__c.md`]: cardFile(C),
    [`done/2026/10/${D}__d.md`]: cardFile(D, ['lane: core', 'completed_at: "2026-10-01T00:00:00Z"'], 'banana bread\n'),
  })
}

const board = '.'
const ids = async (files: ReturnType<typeof fourCards>, input: Omit<KanbanListInput, 'board'>) =>
  (await listCards(files.ctx, { board, ...input })).items.map(({ cardId }) => cardId)

it('gives the fields of a card', async () => {
  expect(await listCards(fourCards().ctx, { board, columns: ['doing'] })).toEqual({
    items: [
      {
        cardId: B,
        title: 'Card BB',
        column: 'doing',
        lane: 'Core',
        priority: 'P1',
        labels: ['X', 'y'],
        assignees: ['Alice'],
      },
    ],
    total: 1,
    nextOffset: null,
    version: expect.any(String),
  })
})

it.skipIf(process.getuid?.() === 0)('goes on when a dependency lies in a column that is closed to this user', async () => {
  const files = temporaryBoard({
    [`backlog/${A}__a.md`]: cardFile(A, [`depends_on: [${B}, ${D}]`]),
    [`doing/${B}__b.md`]: cardFile(B),
    [`done/2026/10/${D}__d.md`]: cardFile(D, ['completed_at: "2026-10-01T00:00:00Z"']),
  })
  chmodSync(join(files.dir, '.kanban/doing'), 0)
  const { items } = await listCards(files.ctx, { board, columns: ['backlog'] })
  chmodSync(join(files.dir, '.kanban/doing'), 0o700)
  expect(items).toMatchObject([{ cardId: A, blocked_by: [B] }])
})

it('leaves out what is empty, but for the four fields of the seed', async () => {
  expect((await listCards(fourCards().ctx, { board, columns: ['someday'] })).items).toEqual([
    { cardId: C, title: 'Card CC', column: 'someday', lane: null },
  ])
})

it('adds the fields that are asked for', async () => {
  const text = cardFile(A, ['size: 3', `parent: ${B}`, `depends_on: [${B}]`, 'blockers: no key'])
  const files = temporaryBoard({ [`backlog/${A}__a.md`]: text, [`backlog/${B}__b.md`]: cardFile(B) })
  const { items } = await listCards(files.ctx, { board, fields: [...CARD_FIELDS] })
  expect(items[0]).toMatchObject({
    path: `.kanban/backlog/${A}__a.md`,
    size: 3,
    parent: B,
    depends_on: [B],
    blockers: ['no key'],
    hash: sha256(text),
    modified: expect.stringMatching(/^20\d\d-.*Z$/),
  })
  expect(items[1]).toMatchObject({ size: null, parent: null, depends_on: [], blockers: [] })
})

it('says what a card waits for, wherever that lies, and lists those that wait', async () => {
  const files = temporaryBoard({
    [`backlog/${A}__a.md`]: cardFile(A, [`depends_on: [${B}, ${C}, ${D}]`]),
    [`doing/${B}__b.md`]: cardFile(B, ['blockers: [no key]']),
    [`done/2026/10/${C}__c.md`]: cardFile(C),
    [`doing/${ulid('E')}__e.md`]: cardFile(ulid('E'), [`depends_on: [${C}]`, 'blockers: []']),
  })
  const { items } = await listCards(files.ctx, { board, columns: ['backlog'] })
  expect(items).toMatchObject([{ cardId: A, blocked_by: [B, D] }])
  expect(await ids(files, { blocked: true })).toEqual([A, B])
  expect(await ids(files, { blocked: false })).toEqual([ulid('E')])
  await finishCard(files.ctx, { board, cardId: B })
  expect((await listCards(files.ctx, { board, blocked: true })).items).toMatchObject([{ cardId: A, blocked_by: [D] }])
})

it('lists all columns but done, sorted by id', async () => {
  expect(await ids(fourCards(), {})).toEqual([A, B, C])
})

it('unites column and columns, and adds done when it is named or included', async () => {
  const files = fourCards()
  expect(await ids(files, { column: 'backlog', columns: ['DOING'] })).toEqual([A, B])
  expect(await ids(files, { columns: ['done'] })).toEqual([D])
  expect(await ids(files, { columns: ['backlog'], includeDone: true })).toEqual([A, D])
  expect(await ids(files, { includeDone: true })).toEqual([A, B, C, D])
  expect(await ids(files, { columns: ['nowhere'] })).toEqual([])
})

it('filters without regard to case or width', async () => {
  const files = fourCards()
  expect(await ids(files, { lane: 'CORE', includeDone: true })).toEqual([B, D])
  expect(await ids(files, { assignee: 'alice' })).toEqual([B])
  expect(await ids(files, { label: 'x' })).toEqual([B])
  expect(await ids(files, { priority: 'p1' })).toEqual([B])
  expect(await ids(files, { lane: 'core', label: 'z' })).toEqual([])
})

it('finds a part of title, body or id', async () => {
  const files = fourCards()
  expect(await ids(files, { query: 'BANANA' })).toEqual([A])
  expect(await ids(files, { query: 'banana', includeDone: true })).toEqual([A, D])
  expect(await ids(files, { query: '最適化' })).toEqual([B])
  expect(await ids(files, { query: 'ｆｆｔ' })).toEqual([B])
  expect(await ids(files, { query: 'card cc' })).toEqual([C])
  expect(await ids(files, { query: B.slice(3, 12).toLowerCase() })).toEqual([B])
})

it('pages', async () => {
  const files = fourCards()
  const first = await listCards(files.ctx, { board, limit: 2 })
  expect([first.items.length, first.nextOffset]).toEqual([2, 2])
  const second = await listCards(files.ctx, { board, limit: 2, offset: 2 })
  expect([second.items.length, second.nextOffset]).toEqual([1, null])
  expect((await listCards(files.ctx, { board, offset: 99 })).items).toEqual([])
})

it('gives each of a thousand cards once, every answer within its bound', async () => {
  const id = (n: number) => `01K${String(n).padStart(23, '0')}`
  const many = Array.from({ length: 1_000 }, (_, n) => [
    `backlog/${id(n)}__card.md`,
    cardFile(id(n), ['labels: [a, b]', `depends_on: [${id((n + 1) % 1_000)}]`]),
  ])
  const files = temporaryBoard(Object.fromEntries(many), { hardMaxChars: 6_000 })
  const seen: string[] = []
  let version: string | undefined
  for (let offset: number | null = 0; offset !== null; ) {
    const page = await listCards(files.ctx, { board, offset, limit: 1_000, fields: ['path'], ...(version ? { version } : {}) })
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(6_000)
    expect(page).toMatchObject({ total: 1_000, ...(version ? { version } : {}) })
    expect(page).not.toHaveProperty('changed')
    seen.push(...page.items.map(({ cardId }) => cardId))
    offset = page.nextOffset
    version = page.version
  }
  expect(seen).toEqual(Array.from({ length: 1_000 }, (_, n) => id(n)))
  await moveCard(files.ctx, { board, cardId: id(5), toColumn: 'doing' })
  expect(await listCards(files.ctx, { board, offset: 500, version: version! })).toMatchObject({ changed: true })
})

it('refuses a column that looks like a slip, with the right one', async () => {
  const files = fourCards()
  await expect(listCards(files.ctx, { board, columns: ['backlgo'] })).resolves.toMatchObject({ items: [] })
  await expect(listCards(files.ctx, { board, columns: ['backlo'] })).rejects.toThrow('did you mean "backlog"?')
  files.write('columns.toml', 'columns = ["backlog", "doing"]')
  await expect(listCards(files.ctx, { board, column: 'someday' })).rejects.toThrow('unknown column: "someday"')
  expect(await ids(files, { columns: ['done', 'Doing'] })).toEqual([B, D])
})

it('checks its arguments', async () => {
  for (const bad of [
    { limit: 0 },
    { limit: 1001 },
    { offset: -1 },
    { includeDone: 'true' },
    { columns: 'backlog' },
    { query: ' ' },
    { fields: ['body'] },
    { blocked: 'yes' },
  ]) {
    expect(validateArguments(kanbanList, { board, ...bad }).ok).toBe(false)
  }
  await expect(listCards(fourCards().ctx, { board, columns: ['../x'] })).rejects.toThrow('invalid column')
})
