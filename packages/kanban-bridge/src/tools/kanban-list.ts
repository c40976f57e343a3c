import { type Call, defineTool } from '@shoko/contract'
import { nonBlank, nullable } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { Board } from '../board/board.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, type KanbanReason } from '../kanban-error.ts'
import type { Card } from '../rules/card.ts'
import { DONE, parseColumn } from '../rules/columns.ts'
import { cardFilter } from '../rules/filters.ts'
import { byId } from '../rules/tree.ts'
import { BoardParam, CardItem } from './parameters.ts'

export const KanbanListInput = Type.Object(
  {
    board: BoardParam,
    columns: Type.Optional(Type.Array(nonBlank())),
    column: Type.Optional(nonBlank('Deprecated: columns')),
    lane: Type.Optional(nonBlank()),
    assignee: Type.Optional(nonBlank()),
    label: Type.Optional(nonBlank()),
    priority: Type.Optional(nonBlank()),
    query: Type.Optional(nonBlank('Part of title, body or id')),
    includeDone: Type.Optional(Type.Boolean()),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default 200' })),
  },
  { additionalProperties: false },
)
export const KanbanListOutput = Type.Object({ items: Type.Array(CardItem), nextOffset: nullable(Type.Integer()) })

export type KanbanListInput = Static<typeof KanbanListInput>
export type KanbanListOutput = Static<typeof KanbanListOutput>

export async function listCards(ctx: KanbanContext, input: KanbanListInput, call?: Call): Promise<KanbanListOutput> {
  const board = await ctx.boards.resolve(input.board)
  const columns = await namedColumns(board, input)
  const cards = (await board.index.cardsIn(columns)).sort(byId)
  const found = await select(board, { cards, input, signal: call?.signal })
  const { offset = 0, limit = 200 } = input
  const end = offset + limit
  return { items: found.slice(offset, end).map(toItem), nextOffset: end < found.length ? end : null }
}

async function namedColumns(board: Board, input: KanbanListInput): Promise<string[]> {
  const existing = await board.index.columns()
  const named = [...(input.columns ?? []), ...(input.column === undefined ? [] : [input.column])]
  const columns = new Set(named.map((column) => parseColumn(column, existing)))
  if (columns.size === 0) for (const column of existing) if (column !== DONE) columns.add(column)
  if (input.includeDone === true) columns.add(DONE)
  return [...columns]
}

async function select(
  board: Board,
  { cards, input, signal }: { cards: readonly Card[]; input: KanbanListInput; signal: AbortSignal | undefined },
): Promise<Card[]> {
  const { query, ...rest } = input
  const isWanted = cardFilter(rest)
  const wanted = cards.filter((card) => isWanted(card, () => ''))
  if (query === undefined) return wanted
  const matches = cardFilter({ query })
  const found: Card[] = []
  for (const card of wanted) {
    signal?.throwIfAborted()
    const text = await board.index.searchText(card)
    if (matches(card, () => text)) found.push(card)
  }
  return found
}

function toItem(card: Card): Static<typeof CardItem> {
  const { id, title, column, lane, path, priority, labels, assignees } = card
  return { cardId: id, title, column, lane, path, priority, labels: [...labels], assignees: [...assignees] }
}

export const kanbanList = defineTool<KanbanContext, typeof KanbanListInput, typeof KanbanListOutput, KanbanReason>({
  name: 'kanban/list',
  title: 'List cards',
  description:
    "Which cards are on the board right now: all cards of the board, or by column (doing, review), label, assignee, text. Name columns to keep it small; includeDone adds done ones. Example: {board: '.', columns: ['doing']}.",
  effect: 'read',
  input: KanbanListInput,
  output: KanbanListOutput,
  errors: [...BOARD_REASONS, 'invalid_column', 'cancelled'],
  run: listCards,
})
