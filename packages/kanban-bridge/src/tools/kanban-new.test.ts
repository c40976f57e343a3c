import { validateArguments } from '@shoko/contract/schema'
import { sha256 } from '@shoko/core-fs'
import { expect, it } from 'vitest'
import { fixedClock, temporaryBoard } from '../../test/temporary-board.ts'
import { kanbanNew, newCard } from './kanban-new.ts'

it('creates a card file in backlog unless a column is named', async () => {
  const board = temporaryBoard({}, { clock: fixedClock('2026-11-16T00:00:00Z') })
  const { cardId, path } = await newCard(board.ctx, {
    board: '.',
    title: ' Spec\nfirst ',
    labels: ['doc'],
    assignees: ['alice'],
    body: 'Write',
  })
  expect(path).toBe(`.kanban/backlog/${cardId}__spec-first.md`)
  expect(board.read(`backlog/${cardId}__spec-first.md`)).toBe(
    `---\nid: ${cardId}\ntitle: Spec first\nlabels: [doc]\nassignees: [alice]\ncreated_at: 2026-11-16T00:00:00.000Z\n---\n\nWrite\n`,
  )
})

it('makes no card whose front matter could not be read', async () => {
  const board = temporaryBoard()
  const labels = (count: number, label: string) => Array.from({ length: count }, (_, at) => `${label} ${at}`)
  for (const lists of [{ labels: labels(1000, 'x'.repeat(100)) }, { labels: labels(600, 'a'), assignees: labels(600, 'b') }])
    await expect(newCard(board.ctx, { board: '.', title: 'x', ...lists })).rejects.toMatchObject({ reason: 'invalid_argument' })
  expect((await newCard(board.ctx, { board: '.', title: 'x', labels: labels(500, 'a') })).path).toBeDefined()
})

it('makes any plain column, unless columns.toml lists others', async () => {
  const board = temporaryBoard()
  const output = await newCard(board.ctx, { board: '.', title: 'x', column: '来週' })
  expect(output.path).toMatch(/^\.kanban\/来週\//)
  expect(output.hash).toBe(sha256(board.read(output.path.replace('.kanban/', ''))))
  board.write('columns.toml', 'columns = ["todo", "doing"]')
  await expect(newCard(board.ctx, { board: '.', title: 'x', column: '来週' })).rejects.toMatchObject({
    reason: 'invalid_column',
    hint: 'columns: todo, doing, done',
  })
  expect((await newCard(board.ctx, { board: '.', title: 'x' })).path).toMatch(/^\.kanban\/todo\//)
})

it('refuses columns that are no plain segment, and the own folders of the board', async () => {
  const board = temporaryBoard()
  for (const column of ['../x', 'a/b', '.shoko', 'notes', 'a.b']) {
    await expect(newCard(board.ctx, { board: '.', title: 'x', column })).rejects.toThrow(
      expect.objectContaining({ reason: 'invalid_column' }),
    )
  }
  expect(board.files()).toEqual([])
})

it('warns over the limit of a column and never refuses', async () => {
  const board = temporaryBoard({ 'columns.toml': '[wip_limits]\ndoing = 1' })
  expect(await newCard(board.ctx, { board: '.', title: 'one', column: 'doing' })).not.toHaveProperty('warnings')
  expect((await newCard(board.ctx, { board: '.', title: 'two', column: 'doing' })).warnings).toEqual([
    'wip exceeded: doing limit 1 actual 2',
  ])
})

it('completes a card that is created in done', async () => {
  const board = temporaryBoard({}, { clock: fixedClock('2026-11-16T00:00:00Z') })
  const { path } = await newCard(board.ctx, { board: '.', title: 'x', column: 'done' })
  expect(path).toMatch(/^\.kanban\/done\/2026\/11\//)
})

it('fits a long Japanese title into a file name', async () => {
  const board = temporaryBoard()
  const { cardId, path } = await newCard(board.ctx, { board: '.', title: '漢字'.repeat(100) })
  expect(board.has(path.replace('.kanban/', ''))).toBe(true)
  expect(cardId).toHaveLength(26)
})

it('says which settings are broken, and where', async () => {
  const board = temporaryBoard({ 'columns.toml': 'columns = ["a"]\n[watch]\ndebounce_ms = "soon"\n' })
  await expect(newCard(board.ctx, { board: '.', title: 'x' })).rejects.toThrow('.kanban/columns.toml line 3')
})

it('checks the shape of its arguments', () => {
  const check = (args: unknown) => validateArguments(kanbanNew, args)
  expect(check({ board: '.', title: 'x', lane: null })).toMatchObject({ ok: true })
  expect(check({ board: '.' })).toMatchObject({ ok: false, error: { message: 'missing argument: title' } })
  for (const bad of [{ title: ' ' }, { priority: 'P9' }, { size: 1.5 }, { labels: 'x' }, { colum: 'x' }]) {
    expect(check({ board: '.', title: 'x', ...bad }).ok).toBe(false)
  }
})
