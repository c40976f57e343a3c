import { defineTool, saying } from '@shoko/contract'
import { nonBlank, Warnings } from '@shoko/contract/schema'
import { joinPath } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { takeIn } from '../board/after-commit.ts'
import { columnWarnings } from '../board/column-warnings.ts'
import { columnPath, donePath, placeOf } from '../board/paths.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, type KanbanReason, WRITE_REASONS } from '../kanban-error.ts'
import { readCard } from '../rules/card.ts'
import { defaultColumn, isDone } from '../rules/columns.ts'
import { composeCard, oneLine } from '../rules/compose-card.ts'
import { cardFileName } from '../rules/file-name.ts'
import { BoardParam, Hash, Priority, Words } from './parameters.ts'

export const KanbanNewInput = Type.Object(
  {
    board: BoardParam,
    title: nonBlank(),
    column: Type.Optional(nonBlank('Default backlog, or the first')),
    lane: Type.Optional(nonBlank()),
    priority: Type.Optional(Priority),
    size: Type.Optional(Type.Integer()),
    labels: Type.Optional(Words),
    assignees: Type.Optional(Words),
    body: Type.Optional(Type.String({ description: 'Markdown' })),
  },
  { additionalProperties: false },
)
export const KanbanNewOutput = Type.Object({ cardId: Type.String(), path: Type.String(), hash: Hash, warnings: Warnings })

export type KanbanNewInput = Static<typeof KanbanNewInput>
export type KanbanNewOutput = Static<typeof KanbanNewOutput>

export async function newCard(ctx: KanbanContext, input: KanbanNewInput): Promise<KanbanNewOutput> {
  const board = await ctx.boards.resolve(input.board)
  const { title, lane, priority, size, labels, assignees, body = '' } = input
  return board.change(async () => {
    const column = input.column === undefined ? defaultColumn(board.listedColumns) : await board.column(input.column)
    const id = ctx.newId()
    const created_at = new Date(ctx.clock.now()).toISOString()
    const completed_at = isDone(column) ? created_at : undefined
    const card = { id, title: oneLine(title), lane, priority, size, labels, assignees, created_at, completed_at }
    const text = composeCard(card, body)
    const folder = isDone(column) ? donePath(created_at) : columnPath(column)
    const file = joinPath(folder, cardFileName(id, title))
    const { hash } = await board.root.create(file, text)
    const { path } = await takeIn(board, readCard(text, placeOf(file)!))
    const warnings = await columnWarnings(board, column)
    return { cardId: id, path, hash, ...saying(warnings) }
  })
}

export const kanbanNew = defineTool<KanbanContext, typeof KanbanNewInput, typeof KanbanNewOutput, KanbanReason>({
  name: 'kanban/new',
  title: 'Create a card',
  description:
    "Put a new card on the board, in backlog unless told otherwise. Not idempotent: to avoid duplicates look with kanban/list first. Example: {board: '.', title: 'Order burrs'}.",
  effect: 'create',
  input: KanbanNewInput,
  output: KanbanNewOutput,
  errors: [...BOARD_REASONS, ...WRITE_REASONS, 'invalid_column'],
  run: newCard,
})
