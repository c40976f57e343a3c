import { expect, it } from 'vitest'
import { cardFile, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { appendNote } from '../tools/kanban-notes-append.ts'
import { findCards } from './find-cards.ts'

const [A, B, C] = ['A', 'B', 'C'].map(ulid) as [string, string, string]
const limits = { maxPassages: 3, maxChars: 1_500 }

function workshop() {
  return temporaryBoard({
    [`doing/${A}__a.md`]: cardFile(
      A,
      [],
      'The grinder burrs are worn. Order new burrs from the supplier in Osaka before Friday.\n',
    ),
    [`backlog/${B}__b.md`]: cardFile(B, [], '水害で壊れた機械の修理は保険の対象になる。見積りを取る。\n'),
    [`done/2026/10/${C}__c.md`]: cardFile(C, [], '').replace('Card CC', 'Renovar la licencia de apertura'),
  })
}

it('answers from body, title and notes, with a place that kanban/card takes', async () => {
  const { ctx } = workshop()
  await appendNote(ctx, { board: '.', cardId: C, text: 'La tasa municipal cuesta ochenta euros y se paga en el banco.' })
  const ask = async (query: string) => (await findCards(ctx, { query, limits })).passages[0]
  expect(await ask('where do we order grinder burrs')).toMatchObject({
    ref: { board: '.', cardId: A },
    heading: 'Card AA',
    text: expect.stringContaining('supplier in Osaka'),
  })
  expect(await ask('水害で壊れた機械は保険の対象ですか')).toMatchObject({
    ref: { cardId: B },
    text: expect.stringContaining('対象になる'),
  })
  expect(await ask('licencia de apertura')).toMatchObject({ ref: { cardId: C }, text: 'Renovar la licencia de apertura' })
  expect(await ask('¿cuánto cuesta la tasa municipal?')).toMatchObject({
    ref: { cardId: C },
    heading: 'Renovar la licencia de apertura > notes',
    text: expect.stringContaining('ochenta euros'),
  })
})

it('is surer of what is there than of what is not', async () => {
  const { ctx } = workshop()
  const sure = async (query: string) => (await findCards(ctx, { query, limits })).passages[0]?.confidence ?? 0
  expect(await sure('order grinder burrs from the supplier')).toBeGreaterThan(0.5)
  expect(await sure('who won the football match yesterday')).toBeLessThan(0.5)
})

it('finds what a hand has changed since, and no longer what is gone', async () => {
  const board = workshop()
  const found = async (query: string) => (await findCards(board.ctx, { query, limits })).passages.map(({ ref }) => ref.cardId)
  expect(await found('grinder burrs')).toEqual([A])
  board.write(`doing/${A}__a.md`, cardFile(A, [], 'The boiler is descaled every month with citric acid.\n'))
  expect(await found('grinder burrs')).toEqual([])
  expect(await found('citric acid for the boiler')).toEqual([A])
})

it('asks all boards below the roots and keeps to the limits', async () => {
  const board = workshop()
  const other = temporaryBoard({ [`doing/${B}__b.md`]: cardFile(B, [], 'Grinder burrs for the second shop, as well.\n') })
  const ctx = board.reopen({ roots: [board.dir, other.dir] })
  const { passages } = await findCards(ctx, { query: 'grinder burrs', limits: { maxPassages: 2, maxChars: 300 } })
  expect(passages.map(({ ref }) => ref.cardId).sort()).toEqual([A, B])
  expect(passages.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(300)
  const ofOther = passages.find(({ ref }) => ref.cardId === B)!
  expect((await ctx.boards.resolve(ofOther.ref.board)).name).not.toBe((await ctx.boards.resolve('.')).name)
})
