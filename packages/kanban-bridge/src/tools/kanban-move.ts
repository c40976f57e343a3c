import { defineTool, saying } from '@shoko/contract'
import { nonBlank, Warnings } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { columnWarnings } from '../board/column-warnings.ts'
import { moveToColumn } from '../board/edit-card.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, type KanbanReason, WRITE_REASONS } from '../kanban-error.ts'
import { isDone } from '../rules/columns.ts'
import { finish } from './kanban-done.ts'
import { BoardParam, CardIdParam, ExpectedHash, Hash } from './parameters.ts'

export const KanbanMoveInput = Type.Object(
  { board: BoardParam, cardId: CardIdParam, toColumn: nonBlank(), expected_hash: ExpectedHash },
  { additionalProperties: false },
)
export const KanbanMoveOutput = Type.Object({
  from: Type.String(),
  to: Type.String(),
  path: Type.String(),
  hash: Hash,
  completed_at: Type.Optional(Type.String()),
  warnings: Warnings,
})

export type KanbanMoveInput = Static<typeof KanbanMoveInput>
export type KanbanMoveOutput = Static<typeof KanbanMoveOutput>

export async function moveCard(ctx: KanbanContext, input: KanbanMoveInput): Promise<KanbanMoveOutput> {
  const board = await ctx.boards.resolve(input.board)
  return board.change(async () => {
    const to = await board.column(input.toColumn)
    const card = await board.card(input.cardId)
    const from = card.column
    const expectedHash = input.expected_hash
    if (isDone(to)) {
      const { path, hash, ...done } = await finish(board, card, expectedHash)
      return { from, to, path, hash, ...done }
    }
    const moved = await moveToColumn(board, card, { column: to, expectedHash })
    const warnings = from === to ? [] : await columnWarnings(board, to)
    return { from, to, path: moved.path, hash: moved.hash, ...saying(warnings) }
  })
}

export const kanbanMove = defineTool<KanbanContext, typeof KanbanMoveInput, typeof KanbanMoveOutput, KanbanReason>({
  name: 'kanban/move',
  title: 'Move a card',
  description:
    "Move a card to another column, such as review; leaving done reopens it. Safe to repeat. Example: {board: '.', cardId: '01…', toColumn: 'review'}.",
  effect: 'update',
  input: KanbanMoveInput,
  output: KanbanMoveOutput,
  errors: [...BOARD_REASONS, ...WRITE_REASONS, ...CARD_REASONS, 'invalid_column'],
  run: moveCard,
})
