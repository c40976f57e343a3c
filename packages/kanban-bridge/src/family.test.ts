import { expect, it } from 'vitest'
import { kanbanFamily } from './family.ts'

it('has the ten tools of the seed', () => {
  expect(kanbanFamily.tools.map(({ name }) => name).sort()).toEqual([
    'kanban/done',
    'kanban/list',
    'kanban/move',
    'kanban/new',
    'kanban/notes.append',
    'kanban/notes.list',
    'kanban/relations.set',
    'kanban/tree',
    'kanban/update',
    'kanban/watch',
  ])
})

it('keeps the schemas that models pay for small', () => {
  const bytes = kanbanFamily.tools.map(({ name, description, input }) =>
    Buffer.byteLength(JSON.stringify({ name, description, input })),
  )
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(7_000)
})

it('refuses unknown keys and requires a board everywhere', () => {
  for (const { input } of kanbanFamily.tools) {
    expect(input).toMatchObject({ additionalProperties: false })
    expect(input.required).toContain('board')
  }
})
