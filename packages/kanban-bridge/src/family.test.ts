import { expect, it } from 'vitest'
import { kanbanFamily } from './family.ts'

it('has the ten tools of the seed, and kanban/card', () => {
  expect(kanbanFamily.tools.map(({ name }) => name).sort()).toEqual([
    'kanban/card',
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
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(8_500)
})

it('refuses unknown keys and requires a board everywhere', () => {
  for (const { input } of kanbanFamily.tools) {
    expect(input).toMatchObject({ additionalProperties: false })
    expect(input.required).toContain('board')
  }
})
