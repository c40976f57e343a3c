import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cardFile, type TemporaryBoard, temporaryBoard, ulid, until } from '../../test/temporary-board.ts'
import { finishCard } from '../tools/kanban-done.ts'
import { listCards } from '../tools/kanban-list.ts'
import { moveCard } from '../tools/kanban-move.ts'
import { newCard } from '../tools/kanban-new.ts'
import { setRelations } from '../tools/kanban-relations-set.ts'
import { cardTree } from '../tools/kanban-tree.ts'

const [A, B] = ['A', 'B'].map(ulid) as [string, string]

function twoCards() {
  return temporaryBoard({
    [`backlog/${A}__a.md`]: cardFile(A),
    [`done/2026/10/${B}__b.md`]: cardFile(B, [`parent: ${A}`, 'completed_at: "2026-10-30T08:15:00Z"']),
  })
}

const rowA = `{"id":"${A}","title":"Card AA","column":"backlog","lane":null,"priority":null,"labels":[],"assignees":[],"completed_at":null,"path":".kanban/backlog/${A}__a.md"}\n`
const rowB = `{"id":"${B}","title":"Card BB","column":"done","lane":null,"priority":null,"labels":[],"assignees":[],"completed_at":"2026-10-30T08:15:00Z","path":".kanban/done/2026/10/${B}__b.md"}\n`
const edge = `{"type":"parent","from":"${B}","to":"${A}"}\n`

const settle = async ({ ctx }: TemporaryBoard) => ctx.boards.settle()
const list = ({ ctx }: TemporaryBoard) => listCards(ctx, { board: '.' })

it('writes one row a card, nulls kept, and one line an edge', async () => {
  const board = twoCards()
  await list(board)
  await settle(board)
  expect(board.read('cards.ndjson')).toBe(rowA + rowB)
  expect(board.read('relations.ndjson')).toBe(edge)
})

it('writes the card index behind, within a second', async () => {
  const board = twoCards()
  const { cardId } = await newCard(board.ctx, { board: '.', title: 'New' })
  await until(() => board.has('cards.ndjson') && board.read('cards.ndjson').includes(cardId))
})

it('has one row a card again as soon as a burst of changes is over', async () => {
  const board = twoCards()
  await list(board)
  await settle(board)
  const end = performance.now() + 900
  for (let n = 0; performance.now() < end; n++)
    await moveCard(board.ctx, { board: '.', cardId: A, toColumn: n % 2 === 0 ? 'doing' : 'review' })
  await moveCard(board.ctx, { board: '.', cardId: A, toColumn: 'waiting' })
  const row = rowA.replaceAll('backlog', 'waiting')
  await until(() => board.read('cards.ndjson') === row + rowB)
})

it('finds a card that was moved behind its back, and drops the row of one that is gone', async () => {
  const board = twoCards()
  await list(board)
  await settle(board)
  const opened = await board.ctx.boards.resolve('.')
  const file = (await opened.card(A)).file
  mkdirSync(join(board.dir, '.kanban/doing'))
  renameSync(join(board.dir, '.kanban', file), join(board.dir, `.kanban/doing/${A}__a.md`))
  await opened.index.refresh(file)
  await until(() => board.read('cards.ndjson') === rowA.replaceAll('backlog', 'doing') + rowB)
  rmSync(join(board.dir, `.kanban/doing/${A}__a.md`))
  await list(board)
  await until(() => board.read('cards.ndjson') === rowB)
})

it.each([
  ['deleted', (board: TemporaryBoard) => rmSync(join(board.dir, '.kanban/cards.ndjson'))],
  ['cut', (board: TemporaryBoard) => board.write('cards.ndjson', rowA.slice(0, 40))],
  ['cut between lines', (board: TemporaryBoard) => board.write('cards.ndjson', rowA)],
  ['filled with nonsense', (board: TemporaryBoard) => board.write('cards.ndjson', '\u0000\u0001 no\n')],
  ['changed', (board: TemporaryBoard) => board.write('cards.ndjson', rowA.replace('Card AA', 'Lie') + rowB)],
])('brings both indexes back when one was %s', async (_, damage) => {
  const board = twoCards()
  await list(board)
  await settle(board)
  damage(board)
  rmSync(join(board.dir, '.kanban/relations.ndjson'))
  expect((await list(board)).items.map(({ title }) => title)).toEqual(['Card AA'])
  await settle(board)
  expect(board.read('cards.ndjson')).toBe(rowA + rowB)
  expect(board.read('relations.ndjson')).toBe(edge)
})

it('takes up edits by hand, of relations too', async () => {
  const board = twoCards()
  await list(board)
  await settle(board)
  board.write(`backlog/${A}__a.md`, cardFile(A, [`depends_on: [${B}]`]).replace('Card AA', 'Mine'))
  await list(board)
  await settle(board)
  expect(board.read('cards.ndjson')).toBe(rowA.replace('Card AA', 'Mine') + rowB)
  expect(board.read('relations.ndjson')).toBe(`{"type":"depends","from":"${A}","to":"${B}"}\n${edge}`)
})

it('drops the row and the edges of a card that is gone', async () => {
  const board = twoCards()
  await cardTree(board.ctx, { board: '.', root: A })
  await settle(board)
  rmSync(join(board.dir, `.kanban/done/2026/10/${B}__b.md`))
  await cardTree(board.ctx, { board: '.', root: A })
  await settle(board)
  expect(board.read('cards.ndjson')).toBe(rowA)
  expect(board.read('relations.ndjson')).toBe('')
})

it('does not undo what another process has written', async () => {
  const board = twoCards()
  const other = board.reopen()
  await list(board)
  await settle(board)
  await finishCard(other, { board: '.', cardId: A })
  await other.boards.settle()
  await newCard(board.ctx, { board: '.', title: 'New' })
  await settle(board)
  const kept = board.read('cards.ndjson')
  const { cards } = await (await other.boards.resolve('.')).change(async () => (await other.boards.find('.')).files.rebuild())
  expect(board.read('cards.ndjson')).toBe(kept)
  expect(cards).toBe(3)
})

it('reports a damaged relations index and mends it', async () => {
  const board = twoCards()
  board.write('relations.ndjson', 'no json\n')
  const { warnings } = await setRelations(board.ctx, { board: '.', from: A, to: B, type: 'relates' })
  expect(warnings).toEqual(['relations: incremental update failed; ran full reindex'])
  expect(board.read('relations.ndjson')).toContain('"relates"')
})

it('writes nothing in read-only mode', async () => {
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A) }, { readOnly: true })
  await list(board)
  await settle(board)
  expect(board.files()).toEqual([`backlog/${A}__a.md`])
  await expect(newCard(board.ctx, { board: '.', title: 'x' })).rejects.toThrow(expect.objectContaining({ reason: 'read_only' }))
})

it('leaves right index files of many related cards alone, and finds the one card that differs', async () => {
  const ids = Array.from({ length: 600 }, (_, n) => `01M4ASEKM9GFQ11M${String(n).padStart(10, '0')}`)
  const text = (n: number) => cardFile(ids[n]!, [`relates: [${ids[(n + 300) % 600]}]`])
  const board = temporaryBoard(Object.fromEntries(ids.map((id, n) => [`backlog/${id}__x.md`, text(n)])))
  await list(board)
  await settle(board)
  const inodes = () => ['cards.ndjson', 'relations.ndjson'].map((name) => statSync(join(board.dir, '.kanban', name)).ino)
  const before = inodes()
  const look = async () => {
    const ctx = board.reopen()
    await listCards(ctx, { board: '.' })
    await ctx.boards.settle()
  }
  await look()
  expect(inodes()).toEqual(before)
  board.write(`backlog/${ids[599]}__x.md`, cardFile(ids[599]!, [`parent: ${ids[0]}`]))
  await look()
  expect(board.read('relations.ndjson')).toContain(`{"type":"parent","from":"${ids[599]}","to":"${ids[0]}"}`)
})
