import { defineTool, saying } from '@shoko/contract'
import { Warnings } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { Board } from '../board/board.ts'
import { completeCard } from '../board/edit-card.ts'
import { openChildrenWarnings } from '../board/open-children.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, type KanbanReason, WRITE_REASONS } from '../kanban-error.ts'
import type { Card } from '../rules/card.ts'
import { BoardParam, CardIdParam, ExpectedHash, Hash } from './parameters.ts'

export const KanbanDoneInput = Type.Object(
  { board: BoardParam, cardId: CardIdParam, expected_hash: ExpectedHash },
  { additionalProperties: false },
)
export const KanbanDoneOutput = Type.Object({ completed_at: Type.String(), path: Type.String(), hash: Hash, warnings: Warnings })

export type KanbanDoneInput = Static<typeof KanbanDoneInput>
export type KanbanDoneOutput = Static<typeof KanbanDoneOutput>

export async function finishCard(ctx: KanbanContext, input: KanbanDoneInput): Promise<KanbanDoneOutput> {
  const board = await ctx.boards.resolve(input.board)
  return board.change(async () => finish(board, await board.card(input.cardId), input.expected_hash))
}

/** Under the board's lock. */
export async function finish(board: Board, card: Card, expectedHash: string | undefined): Promise<KanbanDoneOutput> {
  const done = await completeCard(board, card, expectedHash)
  const warnings = await openChildrenWarnings(board, card.id)
  const { path, hash } = done.card
  return { completed_at: done.completedAt, path, hash, ...saying(warnings) }
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
