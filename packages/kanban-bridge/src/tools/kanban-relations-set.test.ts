import { expect, it } from 'vitest'
import { cardFile, temporaryBoard, ulid } from '../../test/temporary-board.ts'
import { setRelations } from './kanban-relations-set.ts'

const [A, B, C] = ['A', 'B', 'C'].map(ulid) as [string, string, string]

function three(lines: Readonly<Record<string, string[]>> = {}) {
  return temporaryBoard(Object.fromEntries([A, B, C].map((id) => [`backlog/${id}__x.md`, cardFile(id, lines[id])])))
}

it('writes the edges into the cards and the index', async () => {
  const board = three()
  const add = [
    { type: 'parent' as const, from: A, to: B },
    { type: 'depends' as const, from: A, to: C },
    { type: 'relates' as const, from: B, to: C },
  ]
  expect(await setRelations(board.ctx, { board: '.', add })).toEqual({ updated: true, warnings: [] })
  expect(board.read(`backlog/${A}__x.md`)).toBe(cardFile(A, [`parent: ${B}`, `depends_on: [${C}]`]))
  expect(
    board
      .read('relations.ndjson')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { type: 'depends', from: A, to: C },
    { type: 'parent', from: A, to: B },
    { type: 'relates', from: B, to: C },
    { type: 'relates', from: C, to: B },
  ])
})

it('replaces the parent in the short form', async () => {
  const board = three({ [A]: [`parent: ${B}`] })
  await setRelations(board.ctx, { board: '.', from: A, to: C, type: 'parent' })
  expect(board.read('relations.ndjson')).toBe(`{"type":"parent","from":"${A}","to":"${C}"}\n`)
})

it('clears a parent with the wildcard', async () => {
  const board = three({ [A]: [`parent: ${B}`] })
  await setRelations(board.ctx, { board: '.', remove: [{ type: 'parent', from: A, to: '*' }] })
  expect(board.read(`backlog/${A}__x.md`)).toBe(cardFile(A))
  expect(board.read('relations.ndjson')).toBe('')
})

it('writes nothing when one edge is refused', async () => {
  const board = three({ [A]: [`parent: ${B}`] })
  const good = { type: 'depends' as const, from: B, to: C }
  for (const bad of [
    { type: 'parent' as const, from: A, to: C },
    { type: 'parent' as const, from: B, to: A },
    { type: 'relates' as const, from: A, to: A },
    { type: 'depends' as const, from: A, to: ulid('Z') },
  ]) {
    await expect(setRelations(board.ctx, { board: '.', add: [good, bad] })).rejects.toThrow()
  }
  expect(board.read(`backlog/${B}__x.md`)).toBe(cardFile(B))
  expect(board.has('relations.ndjson')).toBe(false)
})

it('takes back what it wrote when a card in the middle cannot be written', async () => {
  const board = three()
  board.write(`backlog/${B}__x.md`, `---\nid: ${B}\ntitle: [\n---\n`)
  const add = [
    { type: 'depends' as const, from: A, to: C },
    { type: 'depends' as const, from: B, to: C },
  ]
  await expect(setRelations(board.ctx, { board: '.', add })).rejects.toThrow(expect.objectContaining({ reason: 'broken_card' }))
  expect(board.read(`backlog/${A}__x.md`)).toBe(cardFile(A))
})

it('sees an edge that a hand wrote a moment ago', async () => {
  const board = three()
  await setRelations(board.ctx, { board: '.', from: A, to: B, type: 'depends' })
  board.write(`backlog/${B}__x.md`, cardFile(B, [`depends_on: [${C}]`]))
  await expect(setRelations(board.ctx, { board: '.', from: C, to: A, type: 'depends' })).rejects.toThrow(
    `dependency cycle detected at ${C}`,
  )
})

it('wants something to do, and the whole short form', async () => {
  const { ctx } = three()
  await expect(setRelations(ctx, { board: '.' })).rejects.toThrow('missing argument: add')
  await expect(setRelations(ctx, { board: '.', from: A, type: 'parent' })).rejects.toThrow('missing argument: to')
  await expect(setRelations(ctx, { board: '.', from: A, to: '*', type: 'depends' })).rejects.toThrow(
    expect.objectContaining({ reason: 'invalid_argument' }),
  )
})
