import { expect, it } from 'vitest'
import { cardFile, type TemporaryBoard, temporaryBoard, ulid } from '../test/temporary-board.ts'
import { lintBoard } from './lint.ts'

const [A, B, C, D] = ['A', 'B', 'C', 'D'].map(ulid) as [string, string, string, string]

const lint = async ({ ctx }: TemporaryBoard) =>
  (await lintBoard(await ctx.boards.find('.'))).map(({ level, message }) => `${level}: ${message}`)

it('has nothing to say about a good board', async () => {
  expect(
    await lint(temporaryBoard({ [`doing/${A}__a.md`]: cardFile(A), [`doing/${B}__b.md`]: cardFile(B, [`parent: ${A}`]) })),
  ).toEqual([])
})

it('finds dangling edges, cycles, edges to itself, full columns and open children', async () => {
  const board = temporaryBoard({
    'columns.toml': '[wip_limits]\ndoing = 1\n',
    [`doing/${A}__a.md`]: cardFile(A, [`depends_on: [${ulid('Z')}]`, `relates: [${A}]`]),
    [`doing/${B}__b.md`]: cardFile(B, [`parent: ${C}`]),
    [`done/2026/10/${C}__c.md`]: cardFile(C, [`parent: ${B}`]),
    [`backlog/${D}__d.md`]: cardFile(D, [`parent: ${C}`]),
  })
  expect(await lint(board)).toEqual([
    `error: dangling depends: ${A} -> ${ulid('Z')}`,
    `error: parent cycle detected at ${B}`,
    'warn: wip exceeded: doing limit 1 actual 2',
    `warn: self relates: ${A}`,
    `warn: parent done but child not complete: ${C} -> ${B}`,
    `warn: parent done but child not complete: ${C} -> ${D}`,
  ])
})

it('finds a dependency cycle once', async () => {
  const board = temporaryBoard({
    [`a/${A}__a.md`]: cardFile(A, [`depends_on: [${B}]`]),
    [`a/${B}__b.md`]: cardFile(B, [`depends_on: [${C}]`]),
    [`a/${C}__c.md`]: cardFile(C, [`depends_on: [${A}]`]),
  })
  expect(await lint(board)).toEqual([`error: dependency cycle detected at ${A}`])
})

it('finds what merges, hands and accidents leave in files', async () => {
  const board = temporaryBoard({
    [`a/${A}__a.md`]: `---\nid: ${A}\n<<<<<<< HEAD\ntitle: x\n=======\ntitle: y\n>>>>>>> b\n---\n`,
    [`a/${B}__b.md`]: 'no front matter',
    [`a/${C}__c.md`]: cardFile(C),
    [`b/${C}__c.md`]: cardFile(C),
    'a/plan.md': '---\ntitle: Plan\n---\n',
    [`notes/${D}.ndjson`]: 'broken\n',
  })
  expect(await lint(board)).toEqual([
    `error: merge conflict markers: .kanban/a/${A}__a.md`,
    expect.stringMatching(`^error: broken front matter: .*: .kanban/a/${A}__a.md$`),
    `error: missing front matter: .kanban/a/${B}__b.md`,
    `error: duplicate id: ${C} in .kanban/a/${C}__c.md, .kanban/b/${C}__c.md`,
    'warn: not a card: .kanban/a/plan.md',
    `warn: notes without a card: ${D}`,
    `warn: notes of ${D} have 1 broken line`,
  ])
})

it('names columns that columns.toml leaves out', async () => {
  const board = temporaryBoard({
    'columns.toml': 'columns = ["doing"]\n',
    [`later/${A}__a.md`]: cardFile(A),
    [`done/${B}__b.md`]: cardFile(B),
  })
  expect(await lint(board)).toEqual(['warn: column not listed in columns.toml: later'])
})

it('reports broken settings instead of failing', async () => {
  expect(await lint(temporaryBoard({ 'columns.toml': 'columns = [\n' }))).toEqual([
    expect.stringMatching(/^error: \.kanban\/columns\.toml line \d+/),
  ])
})
