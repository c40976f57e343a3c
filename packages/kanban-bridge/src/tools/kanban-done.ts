import { defineTool } from '@shoko/contract'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { completeCard } from '../board/edit-card.ts'
import { openChildrenWarnings } from '../board/open-children.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, type KanbanReason, WRITE_REASONS } from '../kanban-error.ts'
import { BoardParam, CardIdParam, ExpectedHash, Hash, Warnings } from './parameters.ts'

export const KanbanDoneInput = Type.Object(
  { board: BoardParam, cardId: CardIdParam, expected_hash: ExpectedHash },
  { additionalProperties: false },
)
export const KanbanDoneOutput = Type.Object({ completed_at: Type.String(), path: Type.String(), hash: Hash, warnings: Warnings })

export type KanbanDoneInput = Static<typeof KanbanDoneInput>
export type KanbanDoneOutput = Static<typeof KanbanDoneOutput>

export async function finishCard(ctx: KanbanContext, input: KanbanDoneInput): Promise<KanbanDoneOutput> {
  const board = await ctx.boards.resolve(input.board)
  return board.change(async () => {
    const card = await board.card(input.cardId)
    const done = await completeCard(board, card, input.expected_hash)
    const warnings = await openChildrenWarnings(board, card.id)
    const { path, hash } = done.card
    return { completed_at: done.completedAt, path, hash, ...(warnings.length > 0 ? { warnings } : {}) }
  })
}

export const kanbanDone = defineTool<KanbanContext, typeof KanbanDoneInput, typeof KanbanDoneOutput, KanbanReason>({
  name: 'kanban/done',
  title: 'Finish a card',
  description:
    "Close a card that is finished: dates it and files it in done/YYYY/MM. Safe to repeat. Example: {board: '.', cardId: '01…'}.",
  effect: 'update',
  input: KanbanDoneInput,
  output: KanbanDoneOutput,
  errors: [...BOARD_REASONS, ...WRITE_REASONS, ...CARD_REASONS],
  run: finishCard,
})
