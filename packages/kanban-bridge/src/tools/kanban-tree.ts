import { charactersOf, defineTool, type ListRequest, MIN_BOUND, saying } from '@shoko/contract'
import { listInput, Warnings } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, cardNotFound, type KanbanReason } from '../kanban-error.ts'
import { parseCardId } from '../rules/card-id.ts'
import { nestEntries, type TreeEntry, treeEntries, treeNode } from '../rules/tree.ts'
import { boardPage, pageOutput } from './board-page.ts'
import { BoardParam, CardIdParam } from './parameters.ts'

export const KanbanTreeInput = Type.Object(
  {
    board: BoardParam,
    root: CardIdParam,
    depth: Type.Optional(Type.Integer({ minimum: 0, description: 'Default 3' })),
    ...listInput,
  },
  { additionalProperties: false },
)
export const KanbanTreeOutput = Type.Object({
  tree: Type.Object({
    id: Type.String(),
    title: Type.String(),
    column: Type.String(),
    children: Type.Array(Type.Unknown()),
    continued: Type.Optional(Type.Boolean()),
  }),
  ...pageOutput,
  warnings: Warnings,
})

// Total, version and warnings beside the tree.
const ENVELOPE = 1_800
const DEFAULT_LIMIT = 200

export type KanbanTreeInput = Static<typeof KanbanTreeInput>
export type KanbanTreeOutput = Static<typeof KanbanTreeOutput>

export async function cardTree(ctx: KanbanContext, input: KanbanTreeInput): Promise<KanbanTreeOutput> {
  const board = await ctx.boards.resolve(input.board)
  const id = parseCardId(input.root)
  const cards = await board.index.byId()
  const root = cards.get(id)
  if (root === undefined) throw cardNotFound(id)
  const { entries, warnings } = treeEntries(cards, root, input.depth ?? 3)
  return { ...pageOfTree(entries, input, ctx.hardMaxChars), ...saying(warnings) }
}

/** As many nodes as an answer holds together with the ancestors of the first one. */
function pageOfTree(entries: readonly TreeEntry[], request: ListRequest, hardMaxChars: number) {
  const bound = Math.max(MIN_BOUND, hardMaxChars) - ENVELOPE
  const { offset = 0 } = request
  for (let limit = request.limit ?? DEFAULT_LIMIT; ; ) {
    const { items, ...page } = boardPage(
      entries,
      { ...request, limit },
      {
        hardMaxChars,
        show: ({ card }) => treeNode(card),
        identityOf: ({ card, parent }) => `${parent} ${card.file}`,
      },
    )
    const tree = nestEntries(entries, { from: offset, to: offset + items.length })
    if (items.length <= 1 || charactersOf(tree) <= bound) return { tree, ...page }
    limit = items.length >> 1
  }
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
