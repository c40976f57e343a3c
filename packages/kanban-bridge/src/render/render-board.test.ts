import { expect, it } from 'vitest'
import { cardFile, temporaryBoard, ulid, until } from '../../test/temporary-board.ts'
import { newCard } from '../tools/kanban-new.ts'

const [A, B, C] = ['A', 'B', 'C'].map(ulid) as [string, string, string]

it('renders the board and the progress of a parent after a change', async () => {
  const board = temporaryBoard({
    'columns.toml': `[wip_limits]\ndoing = 2\n[render]\nenabled = true\ndebounce_ms = 10\nprogress_parent = "${A}"\n`,
    [`doing/${A}__a.md`]: cardFile(A, ['lane: web', 'labels: [x]', 'assignees: [ana]']).replace('Card AA', '"[not](a link)"'),
    [`doing/${B}__b.md`]: cardFile(B, [`parent: ${A}`]),
    [`done/2026/10/${C}__c.md`]: cardFile(C, [`parent: ${A}`, 'completed_at: "2026-10-30T08:15:00Z"']),
  })
  await newCard(board.ctx, { board: '.', title: 'New one' })
  await until(() => board.has(`generated/progress_${A}.md`) && board.read('generated/board.md').includes('New one'))
  const page = board.read('generated/board.md')
  expect(page).toContain(`## doing (2/2)\n\n- [\\[not\\](a link)](../doing/${A}__a.md) · lane web · #x · @ana\n`)
  expect(page).toContain('[New one](../backlog/')
  expect(page).toContain(`- [Card CC](../done/2026/10/${C}__c.md) · 2026-10-30`)
  expect(board.read(`generated/progress_${A}.md`)).toBe(
    '# \\[not\\](a link)\n\n1 of 2 done (50%)\n\n- [ ] Card BB (doing)\n- [x] Card CC (done)\n',
  )
})

it('renders nothing unless the board asks for it', async () => {
  const board = temporaryBoard({ [`doing/${A}__a.md`]: cardFile(A) })
  await newCard(board.ctx, { board: '.', title: 'x' })
  await board.ctx.boards.settle()
  expect(board.files().filter((path) => path.startsWith('generated/'))).toEqual([])
})
