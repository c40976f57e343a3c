import { expect, it } from 'vitest'
import { cardFile, fixedClock, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { finishCard } from './kanban-done.ts'

const [A, B] = ['A', 'B'].map(ulid) as [string, string]

it('dates the card and moves it to its month', async () => {
  const board = temporaryBoard({ [`doing/${A}__a.md`]: cardFile(A) }, { clock: fixedClock('2026-01-31T23:59:59Z') })
  expect(await finishCard(board.ctx, { board: '.', cardId: A })).toEqual({
    completed_at: '2026-01-31T23:59:59.000Z',
    path: `.kanban/done/2026/01/${A}__a.md`,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(board.read(`done/2026/01/${A}__a.md`)).toBe(cardFile(A, ['completed_at: 2026-01-31T23:59:59.000Z']))
})

it('gives the same completed_at again', async () => {
  const clock = fixedClock('2026-11-16T00:00:00Z')
  const board = temporaryBoard({ [`doing/${A}__a.md`]: cardFile(A) }, { clock })
  const first = await finishCard(board.ctx, { board: '.', cardId: A })
  clock.set('2026-12-24T00:00:00Z')
  expect(await finishCard(board.ctx, { board: '.', cardId: A })).toEqual(first)
})

it('dates a card anew that a hand took out of done', async () => {
  const board = temporaryBoard(
    { [`doing/${A}__a.md`]: cardFile(A, ['completed_at: "2025-01-01T00:00:00Z"']) },
    { clock: fixedClock('2026-11-16T00:00:00Z') },
  )
  expect((await finishCard(board.ctx, { board: '.', cardId: A })).path).toBe(`.kanban/done/2026/11/${A}__a.md`)
})

it('warns about open children, also of edges that a hand wrote a moment ago', async () => {
  const board = temporaryBoard({ [`doing/${A}__a.md`]: cardFile(A), [`backlog/${B}__b.md`]: cardFile(B, [`parent: ${A}`]) })
  expect((await finishCard(board.ctx, { board: '.', cardId: A })).warnings).toEqual([
    `parent done but child not complete: ${A} -> ${B}`,
  ])
  await finishCard(board.ctx, { board: '.', cardId: B })
  expect(await finishCard(board.ctx, { board: '.', cardId: A })).not.toHaveProperty('warnings')
})

it('leaves a card alone whose front matter it cannot read', async () => {
  const text = `---\nid: ${A}\n<<<<<<< HEAD\ntitle: Ours\n=======\ntitle: Theirs\n>>>>>>> b\n---\n`
  const board = temporaryBoard({ [`doing/${A}__a.md`]: text })
  await expect(finishCard(board.ctx, { board: '.', cardId: A })).rejects.toThrow(
    expect.objectContaining({ reason: 'broken_card' }),
  )
  expect(board.read(`doing/${A}__a.md`)).toBe(text)
})
