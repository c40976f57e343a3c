import { expect, it } from 'vitest'
import { cardFile, temporaryBoard, ulid } from '../test/temporary-board.ts'
import { compactBoard } from './compact.ts'

const [A, B, C] = ['A', 'B', 'C'].map(ulid) as [string, string, string]

it('removes equal copies, sorts done cards into their months and keeps what differs', async () => {
  const done = cardFile(B, ['completed_at: "2026-10-30T08:15:00Z"'])
  const board = temporaryBoard({
    [`a/${A}__a.md`]: cardFile(A),
    [`b/${A}__a.md`]: cardFile(A),
    [`done/${B}__b.md`]: done,
    [`a/${C}__c.md`]: cardFile(C),
    [`b/${C}__c.md`]: cardFile(C, [], 'Different\n'),
  })
  const opened = await board.ctx.boards.resolve('.')
  const planned = await compactBoard(opened, { dryRun: true })
  expect(planned.map(({ action }) => action)).toEqual(['remove-copy', 'move-to-month'])
  expect(board.files()).toContain(`done/${B}__b.md`)
  await compactBoard(opened, { dryRun: false })
  const files = board.files()
  expect(files.filter((path) => path.includes(A))).toHaveLength(1)
  expect(files.filter((path) => path.includes(C))).toHaveLength(2)
  expect(board.read(`done/2026/10/${B}__b.md`)).toBe(done)
  expect(board.read('cards.ndjson').trim().split('\n')).toHaveLength(3)
  expect(await compactBoard(opened, { dryRun: true })).toEqual([])
})
