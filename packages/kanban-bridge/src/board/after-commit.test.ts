import { DomainError } from '@shoko/contract'
import type { Root } from '@shoko/core-fs'
import { expect, it } from 'vitest'
import { cardFile, fixedClock, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { finishCard } from '../tools/kanban-done.ts'
import { listCards } from '../tools/kanban-list.ts'
import { moveCard } from '../tools/kanban-move.ts'
import { newCard } from '../tools/kanban-new.ts'
import { setRelations } from '../tools/kanban-relations-set.ts'
import { updateCard } from '../tools/kanban-update.ts'

// Found by the torture suite (fail-each-call): each of these answered with an error although the change had been made.

const [A, B] = ['A', 'B'].map(ulid) as [string, string]
const now = { clock: fixedClock('2026-11-16T01:02:03Z') }
const tree = () => ({ [`doing/${A}__a.md`]: cardFile(A), [`backlog/${B}__b.md`]: cardFile(B, [`parent: ${A}`]) })

it('answers that a card is done when its children can no longer be looked at', async () => {
  const board = temporaryBoard(tree(), now)
  const heal = await breakAfter(board.ctx, 'move')
  const output = await finishCard(board.ctx, { board: '.', cardId: A })
  expect(output).toMatchObject({ path: `.kanban/done/2026/11/${A}__a.md`, completed_at: '2026-11-16T01:02:03.000Z' })
  expect(output.warnings).toEqual([expect.stringContaining('children could not be looked at')])
  expect(board.has(`done/2026/11/${A}__a.md`)).toBe(true)
  heal()
  expect((await listCards(board.ctx, { board: '.', column: 'done' })).items).toMatchObject([{ cardId: A }])
})

it('answers that a card has moved when the column can no longer be counted', async () => {
  const board = temporaryBoard({ ...tree(), 'columns.toml': '[wip_limits]\nreview = 1\n' })
  await breakAfter(board.ctx, 'move')
  const output = await moveCard(board.ctx, { board: '.', cardId: A, toColumn: 'review' })
  expect(output).toMatchObject({ path: `.kanban/review/${A}__a.md` })
  expect(output.warnings).toEqual([expect.stringContaining('could not be counted')])
})

it('answers with the new card when it cannot be read back', async () => {
  const board = temporaryBoard({}, now)
  const heal = await breakAfter(board.ctx, 'create')
  const { cardId, path } = await newCard(board.ctx, { board: '.', title: 'New' })
  expect(board.read(path.replace('.kanban/', ''))).toContain('title: New')
  heal()
  expect((await listCards(board.ctx, { board: '.' })).items).toMatchObject([{ cardId, title: 'New' }])
})

it('answers that relations are set when relations.ndjson cannot be written, and writes it later', async () => {
  const board = temporaryBoard(tree())
  const heal = await breakAfter(board.ctx, 'replace')
  const output = await setRelations(board.ctx, { board: '.', from: A, to: B, type: 'depends' })
  expect(output.warnings).toEqual([expect.stringContaining('relations.ndjson follows later')])
  expect(board.read(`doing/${A}__a.md`)).toContain(B)
  heal()
  await listCards(board.ctx, { board: '.' })
  await board.ctx.boards.settle()
  expect(board.read('relations.ndjson')).toContain(`{"type":"depends","from":"${A}","to":"${B}"}`)
})

it('answers that a title has changed when its file cannot be renamed, and renames it with the next title', async () => {
  const board = temporaryBoard(tree())
  const heal = await breakAfter(board.ctx, 'replace')
  const titled = (title: string) => updateCard(board.ctx, { board: '.', cardId: A, patch: { fm: { title } } })
  const output = await titled('Another')
  expect(output).toMatchObject({ changed: ['title'], path: `.kanban/doing/${A}__a.md` })
  expect(output.warnings).toEqual([expect.stringContaining('kept original filename')])
  heal()
  expect(await titled('Another')).toMatchObject({ changed: [], path: `.kanban/doing/${A}__a.md` })
  expect(await titled('Yet another')).toMatchObject({ path: `.kanban/doing/${A}__yet-another.md` })
})

it('takes the date back when a card cannot be filed as done, so that the error tells the truth', async () => {
  const board = temporaryBoard(tree(), now)
  const { root } = await board.ctx.boards.resolve('.')
  root.move = fail
  await expect(finishCard(board.ctx, { board: '.', cardId: A })).rejects.toMatchObject({ reason: 'disk_error' })
  expect(board.read(`doing/${A}__a.md`)).toBe(cardFile(A))
})

it('keeps the date when a card cannot leave done', async () => {
  const done = cardFile(A, ['completed_at: "2026-10-30T08:15:00Z"'])
  const board = temporaryBoard({ [`done/2026/10/${A}__a.md`]: done })
  const { root } = await board.ctx.boards.resolve('.')
  root.move = fail
  await expect(moveCard(board.ctx, { board: '.', cardId: A, toColumn: 'doing' })).rejects.toMatchObject({ reason: 'disk_error' })
  expect(board.read(`done/2026/10/${A}__a.md`)).toBe(done)
})

/** Once this step is done, the disk refuses everything until it is healed. */
async function breakAfter(ctx: ReturnType<typeof temporaryBoard>['ctx'], step: 'create' | 'move' | 'replace') {
  const { root } = await ctx.boards.resolve('.')
  const whole = { ...root, sync: { ...root.sync } }
  const broken: Partial<Root> = { find: fail, read: fail, readText: fail, list: fail, walk: fail, move: fail, replace: fail }
  root[step] = async (...args: readonly unknown[]) => {
    // The step's own arguments, whichever it is.
    const done = await (whole[step] as (...args: readonly unknown[]) => Promise<never>)(...args)
    Object.assign(root, broken)
    return done
  }
  return () => void Object.assign(root, whole)
}

async function fail(): Promise<never> {
  throw new DomainError('disk_error', 'the disk is broken')
}
