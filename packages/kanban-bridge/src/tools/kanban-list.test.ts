import { validateArguments } from '@shoko/contract/schema'
import { expect, it } from 'vitest'
import { cardFile, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { type KanbanListInput, kanbanList, listCards } from './kanban-list.ts'

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
        path: `.kanban/doing/${B}__b.md`,
        priority: 'P1',
        labels: ['X', 'y'],
        assignees: ['Alice'],
      },
    ],
    nextOffset: null,
  })
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

it('checks its arguments', async () => {
  for (const bad of [
    { limit: 0 },
    { limit: 1001 },
    { offset: -1 },
    { includeDone: 'true' },
    { columns: 'backlog' },
    { query: ' ' },
  ]) {
    expect(validateArguments(kanbanList, { board, ...bad }).ok).toBe(false)
  }
  await expect(listCards(fourCards().ctx, { board, columns: ['../x'] })).rejects.toThrow('invalid column')
})
