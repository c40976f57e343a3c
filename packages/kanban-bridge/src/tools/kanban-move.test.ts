import { sha256 } from '@shoko/core-fs'
import { expect, it } from 'vitest'
import { cardFile, fixedClock, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { finishCard } from './kanban-done.ts'
import { listCards } from './kanban-list.ts'
import { moveCard } from './kanban-move.ts'

const A = ulid('A')
const now = { clock: fixedClock('2026-11-16T01:02:03Z') }

it('moves the file and not one byte of it', async () => {
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A) })
  expect(await moveCard(board.ctx, { board: '.', cardId: A, toColumn: 'doing' })).toEqual({
    from: 'backlog',
    to: 'doing',
    path: `.kanban/doing/${A}__a.md`,
    hash: sha256(cardFile(A)),
  })
  expect(board.read(`doing/${A}__a.md`)).toBe(cardFile(A))
  expect(board.has(`backlog/${A}__a.md`)).toBe(false)
})

it('shows what an editor saved just before or after a move', async () => {
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A) })
  const titles = async () =>
    (await listCards(board.ctx, { board: '.' })).items.map(({ title, column }) => `${title} in ${column}`)
  expect(await titles()).toEqual(['Card AA in backlog'])
  board.write(`backlog/${A}__a.md`, cardFile(A).replace('Card AA', 'Card BB'))
  await moveCard(board.ctx, { board: '.', cardId: A, toColumn: 'doing' })
  expect(await titles()).toEqual(['Card BB in doing'])
  board.write(`doing/${A}__a.md`, cardFile(A).replace('Card AA', 'Card CC'))
  expect(await titles()).toEqual(['Card CC in doing'])
})

it('is a success without effect where the card already is, in any case of letters', async () => {
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A) })
  expect(await moveCard(board.ctx, { board: '.', cardId: A.toLowerCase(), toColumn: 'Backlog' })).toEqual({
    from: 'backlog',
    to: 'backlog',
    path: `.kanban/backlog/${A}__a.md`,
    hash: sha256(cardFile(A)),
  })
})

it('does what done does when the column is done', async () => {
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A) }, now)
  const output = await moveCard(board.ctx, { board: '.', cardId: A, toColumn: 'done' })
  expect(output).toMatchObject({ from: 'backlog', to: 'done', path: `.kanban/done/2026/11/${A}__a.md` })
  expect(await finishCard(board.ctx, { board: '.', cardId: A })).toMatchObject({ completed_at: '2026-11-16T01:02:03.000Z' })
})

it('clears completed_at when a card leaves done', async () => {
  const board = temporaryBoard({ [`done/2026/10/${A}__a.md`]: cardFile(A, ['completed_at: "2026-10-30T08:15:00Z"']) })
  expect(await moveCard(board.ctx, { board: '.', cardId: A, toColumn: 'doing' })).toMatchObject({ from: 'done', to: 'doing' })
  expect(board.read(`doing/${A}__a.md`)).toBe(cardFile(A))
})

it('refuses to move what the caller has not seen, and tells the current hash', async () => {
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A) })
  const seen = sha256(cardFile(A))
  const current = cardFile(A, ['lane: by hand'])
  board.write(`backlog/${A}__a.md`, current)
  for (const toColumn of ['doing', 'done', 'backlog'])
    await expect(moveCard(board.ctx, { board: '.', cardId: A, toColumn, expected_hash: seen })).rejects.toMatchObject({
      reason: 'changed',
      details: { hash: sha256(current) },
    })
  await expect(finishCard(board.ctx, { board: '.', cardId: A, expected_hash: seen })).rejects.toMatchObject({ reason: 'changed' })
  expect(board.read(`backlog/${A}__a.md`)).toBe(current)
  const { hash } = await moveCard(board.ctx, { board: '.', cardId: A, toColumn: 'doing', expected_hash: sha256(current) })
  const done = await finishCard(board.ctx, { board: '.', cardId: A, expected_hash: hash })
  expect(done.hash).toBe(sha256(board.read(done.path.replace('.kanban/', ''))))
  const back = await moveCard(board.ctx, { board: '.', cardId: A, toColumn: 'doing', expected_hash: done.hash })
  expect(back.hash).toBe(sha256(board.read(`doing/${A}__a.md`)))
})

it('refuses a column that is not on the list, and one that looks like a slip', async () => {
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A), 'review/.keep': '' })
  await expect(moveCard(board.ctx, { board: '.', cardId: A, toColumn: 'revew' })).rejects.toMatchObject({
    message: 'unknown column: "revew"; did you mean "review"?',
    hint: 'columns: backlog, review',
  })
  board.write('columns.toml', 'columns = ["backlog", "review"]')
  await expect(moveCard(board.ctx, { board: '.', cardId: A, toColumn: 'waiting' })).rejects.toThrow('unknown column: "waiting"')
  expect(board.files()).toContain(`backlog/${A}__a.md`)
})

it('keeps both files when another one is in the way', async () => {
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A), [`doing/${A}__a.md`]: cardFile(A, [], 'Other\n') })
  const card = (await (await board.ctx.boards.resolve('.')).card(A)).column
  const toColumn = card === 'doing' ? 'backlog' : 'doing'
  await expect(moveCard(board.ctx, { board: '.', cardId: A, toColumn })).rejects.toThrow(`card ${A} exists twice`)
  expect(board.read(`backlog/${A}__a.md`)).toBe(cardFile(A))
  expect(board.read(`doing/${A}__a.md`)).toBe(cardFile(A, [], 'Other\n'))
})

it('names an unknown card as the seed does', async () => {
  const board = temporaryBoard()
  await expect(moveCard(board.ctx, { board: '.', cardId: ulid('Z'), toColumn: 'doing' })).rejects.toThrow(
    expect.objectContaining({ reason: 'card_not_found', message: `card ${ulid('Z')}` }),
  )
})

it('refuses ids and columns that would leave the board', async () => {
  const board = temporaryBoard({ [`backlog/${A}__a.md`]: cardFile(A) })
  await expect(moveCard(board.ctx, { board: '.', cardId: '../x', toColumn: 'doing' })).rejects.toThrow('invalid card id')
  await expect(moveCard(board.ctx, { board: '.', cardId: A, toColumn: '../x' })).rejects.toThrow('invalid column')
})
