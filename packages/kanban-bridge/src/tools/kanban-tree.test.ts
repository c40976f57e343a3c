import { validateArguments } from '@shoko/contract/schema'
import { expect, it } from 'vitest'
import { cardFile, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import type { TreeNode } from '../rules/tree.ts'
import { cardTree, type KanbanTreeOutput, kanbanTree } from './kanban-tree.ts'

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

it('gives every node once over its pages, below the ancestors that a page continues', async () => {
  const id = (n: number) => `01K${String(n).padStart(23, '0')}`
  const parentOf = (n: number) => (n < 10 ? 0 : n % 10)
  const many = Array.from({ length: 1_000 }, (_, n) => [
    `backlog/${id(n)}__card.md`,
    cardFile(id(n), n === 0 ? [] : [`parent: ${id(parentOf(n))}`]),
  ])
  const { ctx } = temporaryBoard(Object.fromEntries(many), { hardMaxChars: 5_000 })
  const seen: string[] = []
  const collect = (node: TreeNode, parent?: TreeNode): void => {
    if (!node.continued) seen.push(node.id)
    expect(parent?.id).toBe(node.id === id(0) ? undefined : id(parentOf(Number(node.id.slice(3)))))
    for (const child of node.children) collect(child, node)
  }
  let pages = 0
  for (let offset: number | null = 0; offset !== null; pages++) {
    const page: KanbanTreeOutput = await cardTree(ctx, { board: '.', root: id(0), offset })
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(5_000)
    expect(page.total).toBe(1_000)
    collect(page.tree as TreeNode)
    offset = page.nextOffset
  }
  expect(pages).toBeGreaterThan(10)
  expect(seen).toHaveLength(1_000)
  expect(new Set(seen).size).toBe(1_000)
})

it('keeps pages of a long chain within the bound', async () => {
  const id = (n: number) => `01K${String(n).padStart(23, '0')}`
  const title = 'x'.repeat(500)
  const chain = Array.from({ length: 300 }, (_, n) => [
    `a/${id(n)}__c.md`,
    cardFile(id(n), n === 0 ? [] : [`parent: ${id(n - 1)}`]).replace(/title: .*/, `title: ${title}`),
  ])
  const { ctx } = temporaryBoard(Object.fromEntries(chain), { hardMaxChars: 4_000 })
  let seen = 0
  for (let offset: number | null = 0; offset !== null; ) {
    const page: KanbanTreeOutput = await cardTree(ctx, { board: '.', root: id(0), depth: 1_000, offset })
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(4_000)
    seen += (page.nextOffset ?? page.total) - offset
    offset = page.nextOffset
  }
  expect(seen).toBe(300)
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
