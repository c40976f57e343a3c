import { defineTool } from '@shoko/contract'
import { oneOf } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { rewriteCards } from '../board/edit-card.ts'
import { relationEdits, writeRelationIndex } from '../board/relate-cards.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, type KanbanReason, kanbanError, RELATION_REASONS, WRITE_REASONS } from '../kanban-error.ts'
import { planRelations, RELATION_TYPES, type RelationRequest } from '../rules/relations.ts'
import { BoardParam, CardIdParam } from './parameters.ts'

const RelationEdge = Type.Object({ type: oneOf(RELATION_TYPES), from: CardIdParam, to: CardIdParam })

export const KanbanRelationsSetInput = Type.Object(
  {
    board: BoardParam,
    add: Type.Optional(Type.Array(RelationEdge, { description: 'parent: from = child' })),
    remove: Type.Optional(Type.Array(RelationEdge, { description: 'to "*" clears a parent' })),
    from: Type.Optional(Type.String({ description: 'Short form of one edge; a parent replaces the old one' })),
    to: Type.Optional(CardIdParam),
    type: Type.Optional(oneOf(RELATION_TYPES)),
  },
  { additionalProperties: false },
)
export const KanbanRelationsSetOutput = Type.Object({ updated: Type.Literal(true), warnings: Type.Array(Type.String()) })

export type KanbanRelationsSetInput = Static<typeof KanbanRelationsSetInput>
export type KanbanRelationsSetOutput = Static<typeof KanbanRelationsSetOutput>

export async function setRelations(ctx: KanbanContext, input: KanbanRelationsSetInput): Promise<KanbanRelationsSetOutput> {
  const board = await ctx.boards.resolve(input.board)
  const request = toRequest(input)
  return board.change(async () => {
    const cards = await board.index.byId()
    const written = await rewriteCards(board, relationEdits(cards, planRelations(cards, request)))
    return { updated: true, warnings: await writeRelationIndex(board, cards, written) }
  })
}

/** The short form is one edge to add; for a parent the old one goes first, and to "*" only that happens. */
function toRequest(input: KanbanRelationsSetInput): RelationRequest {
  const add = [...(input.add ?? [])]
  const remove = [...(input.remove ?? [])]
  const { from, to, type } = input
  if (from === undefined && to === undefined && type === undefined) {
    if (input.add !== undefined || input.remove !== undefined) return { add, remove }
    throw kanbanError('invalid_argument', 'missing argument: add', 'give add, remove, or the short form {from, to, type}')
  }
  if (from === undefined) throw missing('from')
  if (to === undefined) throw missing('to')
  if (type === undefined) throw missing('type')
  if (type === 'parent' || to === '*') remove.push({ type, from, to: '*' })
  if (to !== '*') add.push({ type, from, to })
  return { add, remove }
}

function missing(key: string) {
  return kanbanError('invalid_argument', `missing argument: ${key}`, 'the short form needs from, to and type')
}

export const kanbanRelationsSet = defineTool<
  KanbanContext,
  typeof KanbanRelationsSetInput,
  typeof KanbanRelationsSetOutput,
  KanbanReason
>({
  name: 'kanban/relations.set',
  title: 'Link cards',
  description:
    "Link or unlink cards: one is the parent of, depends on or relates to another. All or nothing; one parent a child. Example: add: [{type: 'depends', from: '01A…', to: '01B…'}].",
  effect: 'update',
  input: KanbanRelationsSetInput,
  output: KanbanRelationsSetOutput,
  errors: [...BOARD_REASONS, ...WRITE_REASONS, ...CARD_REASONS, ...RELATION_REASONS],
  run: setRelations,
})
