import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { openKanban } from '../src/context.ts'
import { lintBoard } from '../src/lint.ts'
import { listCards } from '../src/tools/kanban-list.ts'

const DEMO = fileURLToPath(new URL('../../../fixtures/workspace/.kanban', import.meta.url))

it('reads the demo board without an error, in three languages', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'shoko-demo-'))
  cpSync(DEMO, join(dir, '.kanban'), { recursive: true })
  const ctx = openKanban({ roots: [dir] })
  onTestFinished(async () => {
    await ctx.close()
    rmSync(dir, { recursive: true })
  })
  const found = async (query: string) => (await listCards(ctx, { board: '.', query, includeDone: true })).items.length
  expect(await found('suscripciones')).toBeGreaterThan(0)
  expect(await found('探針')).toBeGreaterThan(0)
  expect(await found('label')).toBeGreaterThan(0)
  const issues = await lintBoard(await ctx.boards.find('.'))
  expect(issues.filter(({ level }) => level === 'error')).toEqual([])
})
