import { defineTool } from '@shoko/contract'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, cardNotFound, type KanbanReason } from '../kanban-error.ts'
import { parseCardId } from '../rules/card-id.ts'
import { buildTree } from '../rules/tree.ts'
import { BoardParam, CardIdParam, Warnings } from './parameters.ts'

export const KanbanTreeInput = Type.Object(
  {
    board: BoardParam,
    root: CardIdParam,
    depth: Type.Optional(Type.Integer({ minimum: 0, description: 'Default 3' })),
  },
  { additionalProperties: false },
)
export const KanbanTreeOutput = Type.Object({
  tree: Type.Object({
    id: Type.String(),
    title: Type.String(),
    column: Type.String(),
    children: Type.Array(Type.Unknown({ description: 'The same shape again' })),
  }),
  warnings: Warnings,
})

export type KanbanTreeInput = Static<typeof KanbanTreeInput>
export type KanbanTreeOutput = Static<typeof KanbanTreeOutput>

export async function cardTree(ctx: KanbanContext, input: KanbanTreeInput): Promise<KanbanTreeOutput> {
  const board = await ctx.boards.resolve(input.board)
  const id = parseCardId(input.root)
  const cards = await board.index.byId()
  const root = cards.get(id)
  if (root === undefined) throw cardNotFound(id)
  const { tree, warnings } = buildTree(cards, root, input.depth ?? 3)
  return { tree, ...(warnings.length > 0 ? { warnings } : {}) }
}

export const kanbanTree = defineTool<KanbanContext, typeof KanbanTreeInput, typeof KanbanTreeOutput, KanbanReason>({
  name: 'kanban/tree',
  title: 'Show a card and what is below it',
  description:
    "Show a card with everything below it: children and theirs, done ones included. Example: {board: '.', root: '01…'}.",
  effect: 'read',
  input: KanbanTreeInput,
  output: KanbanTreeOutput,
  errors: [...BOARD_REASONS, ...CARD_REASONS],
  run: cardTree,
})
