import { defineTool } from '@shoko/contract'
import { nonBlank } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { columnWarnings } from '../board/column-warnings.ts'
import { completeCard, moveToColumn } from '../board/edit-card.ts'
import { openChildrenWarnings } from '../board/open-children.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, type KanbanReason, WRITE_REASONS } from '../kanban-error.ts'
import { isDone } from '../rules/columns.ts'
import { BoardParam, CardIdParam, ExpectedHash, Hash, Warnings } from './parameters.ts'

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
      const { card: done, completedAt } = await completeCard(board, card, expectedHash)
      const warnings = await openChildrenWarnings(board, card.id)
      return {
        from,
        to,
        path: done.path,
        hash: done.hash,
        completed_at: completedAt,
        ...(warnings.length > 0 ? { warnings } : {}),
      }
    }
    const moved = await moveToColumn(board, card, { column: to, expectedHash })
    const warnings = from === to ? [] : await columnWarnings(board, to)
    return { from, to, path: moved.path, hash: moved.hash, ...(warnings.length > 0 ? { warnings } : {}) }
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
