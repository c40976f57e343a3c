import { validateArguments } from '@shoko/contract/schema'
import { expect, it } from 'vitest'
import { cardFile, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { cardTree, kanbanTree } from './kanban-tree.ts'

const [A, B, C, D] = ['A', 'B', 'C', 'D'].map(ulid) as [string, string, string, string]

function family() {
  return temporaryBoard({
    [`doing/${A}__a.md`]: cardFile(A),
    [`backlog/${C}__c.md`]: cardFile(C, [`parent: ${A}`]),
    [`done/2026/10/${B}__b.md`]: cardFile(B, [`parent: ${A.toLowerCase()}`, 'completed_at: "2026-10-01T00:00:00Z"']),
    [`backlog/${D}__d.md`]: cardFile(D, [`parent: ${C}`]),
  })
}

it('shows the descendants by id, done cards included', async () => {
  const { tree } = await cardTree(family().ctx, { board: '.', root: A.toLowerCase() })
  expect(tree).toEqual({
    id: A,
    title: 'Card AA',
    column: 'doing',
    children: [
      { id: B, title: 'Card BB', column: 'done', children: [] },
      { id: C, title: 'Card CC', column: 'backlog', children: [{ id: D, title: 'Card DD', column: 'backlog', children: [] }] },
    ],
  })
})

it('stops at the depth', async () => {
  const { ctx } = family()
  expect((await cardTree(ctx, { board: '.', root: A, depth: 0 })).tree.children).toEqual([])
  expect((await cardTree(ctx, { board: '.', root: A, depth: 1 })).tree.children).toHaveLength(2)
  expect(validateArguments(kanbanTree, { board: '.', root: A, depth: -1 }).ok).toBe(false)
})

it('cuts a cycle and warns about it', async () => {
  const { ctx } = temporaryBoard({
    [`a/${A}__a.md`]: cardFile(A, [`parent: ${B}`]),
    [`a/${B}__b.md`]: cardFile(B, [`parent: ${A}`]),
  })
  const { tree, warnings } = await cardTree(ctx, { board: '.', root: A })
  expect(tree.children).toEqual([{ id: B, title: 'Card BB', column: 'a', children: [] }])
  expect(warnings).toEqual([`parent cycle detected at ${A}`])
})

it('does not know an unknown root, and wants one', async () => {
  await expect(cardTree(family().ctx, { board: '.', root: ulid('Z') })).rejects.toThrow(`card ${ulid('Z')}`)
  expect(validateArguments(kanbanTree, { board: '.' })).toMatchObject({ error: { message: 'missing argument: root' } })
})
