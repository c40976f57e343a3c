import { expect, it } from 'vitest'
import { cardFile, fixedClock, temporaryBoard, ulid } from '../../../packages/kanban-bridge/test/temporary-board.ts'
import { runKanbanCommand } from '../src/families/kanban/run-command.ts'

const [A, B] = ['A', 'B'].map(ulid) as [string, string]
const options = { clock: fixedClock('2026-11-16T00:00:00Z') }

it('leads from an empty folder to a finished card', async () => {
  const board = temporaryBoard({}, options)
  const run = (...argv: string[]) => runKanbanCommand(board.ctx, argv)
  expect((await run('init')).stdout).toContain('created backlog/')
  expect((await run('init')).stdout).toContain('is complete already')
  const made = JSON.parse((await run('new', 'Buy', 'beans', '--column', 'doing', '--label', 'shop,fast', '--json')).stdout)
  expect((await run('list')).stdout).toBe(`doing (1)\n  ${made.cardId} -- Buy beans #shop #fast\n`)
  expect((await run('notes', made.cardId, '--add', 'Found a supplier', '--author', 'ana')).exitCode).toBe(0)
  expect((await run('notes', made.cardId)).stdout).toBe('2026-11-16T00:00:00.000Z worklog: Found a supplier @ana\n')
  expect((await run('show', made.cardId)).stdout).toContain('title: Buy beans')
  expect((await run('move', made.cardId, 'review')).stdout).toContain('doing -> review')
  expect((await run('done', made.cardId)).stdout).toContain('done 2026-11-16T00:00:00.000Z')
  expect((await run('lint')).stdout).toBe('0 errors, 0 warnings\n')
  expect(board.read('cards.ndjson')).toContain(made.cardId)
})

it('fails lint on errors, and on warnings when asked', async () => {
  const board = temporaryBoard({ [`doing/${A}__a.md`]: cardFile(A, [`depends_on: [${A}]`]) })
  const run = (...argv: string[]) => runKanbanCommand(board.ctx, argv)
  expect(await run('lint')).toEqual({ stdout: `warn: self depends: ${A}\n0 errors, 1 warning\n`, stderr: '', exitCode: 0 })
  expect((await run('lint', '--fail-on', 'warn')).exitCode).toBe(1)
  board.write(`doing/${A}__a.md`, cardFile(A, [`depends_on: [${B}]`]))
  const found = await run('lint', '--json')
  expect(found.exitCode).toBe(1)
  expect(JSON.parse(found.stdout)).toMatchObject({ errors: 1, issues: [{ level: 'error', code: 'dangling' }] })
})

it('rebuilds and compacts', async () => {
  const board = temporaryBoard({ [`doing/${A}__a.md`]: cardFile(A), [`doing/${B}__b.md`]: cardFile(B, [`parent: ${A}`]) })
  const run = (...argv: string[]) => runKanbanCommand(board.ctx, argv)
  expect((await run('reindex')).stdout).toBe('2 cards, 1 relations\n')
  expect((await run('compact', '--dry-run')).stdout).toBe('nothing was changed\n')
  expect((await run('compact')).stdout).toBe('rewrite-indexes .kanban/cards.ndjson\ndone\n')
})

it('tells a refusal (1) from a command line that makes no sense (2)', async () => {
  const { ctx } = temporaryBoard()
  const run = async (...argv: string[]) => {
    const { stderr, exitCode } = await runKanbanCommand(ctx, argv)
    return [exitCode, stderr.split('\n')[0]]
  }
  expect(await run('show', A)).toEqual([1, `error: card ${A}`])
  expect(await run('list', '--board', 'nowhere')).toEqual([1, 'error: board nowhere'])
  expect(await run('mvoe', A)).toEqual([2, 'unknown command: mvoe; did you mean "move"?'])
  expect(await run('move', A)).toEqual([2, 'usage: shoko kanban move CARD COLUMN'])
  expect(await run('list', '--limit', 'many')).toEqual([2, '--limit: must be an integer (got "many")'])
  expect((await run('list', '--nope'))[0]).toBe(2)
  expect((await run('lint', '--fail-on', 'x'))[0]).toBe(2)
})

it('explains itself', async () => {
  const { ctx } = temporaryBoard()
  expect((await runKanbanCommand(ctx, [])).stdout).toContain('usage: shoko kanban COMMAND')
  expect(await runKanbanCommand(ctx, ['done', '--help'])).toMatchObject({
    stdout: 'usage: shoko kanban done CARD\n',
    exitCode: 0,
  })
})
