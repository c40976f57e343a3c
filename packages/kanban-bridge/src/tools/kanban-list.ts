import { type Call, defineTool } from '@shoko/contract'
import { listInput, nonBlank, oneOf } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { Board } from '../board/board.ts'
import { openDependencies } from '../board/open-dependencies.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, type KanbanReason } from '../kanban-error.ts'
import type { Card } from '../rules/card.ts'
import { DONE, parseColumn } from '../rules/columns.ts'
import { cardFilter } from '../rules/filters.ts'
import { byId } from '../rules/tree.ts'
import { boardPage, pageOutput } from './board-page.ts'
import { type CardFacts, type CardField, cardItem } from './card-item.ts'
import { BoardParam, CARD_FIELDS, CardItem } from './parameters.ts'

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
    blocked: Type.Optional(Type.Boolean({ description: 'Those that wait for something' })),
    includeDone: Type.Optional(Type.Boolean()),
    fields: Type.Optional(Type.Array(oneOf(CARD_FIELDS), { description: 'To be added' })),
    ...listInput,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default 200' })),
  },
  { additionalProperties: false },
)
export const KanbanListOutput = Type.Object({ items: Type.Array(CardItem), ...pageOutput })

export type KanbanListInput = Static<typeof KanbanListInput>
export type KanbanListOutput = Static<typeof KanbanListOutput>

const NO_FACTS: CardFacts = { blockedBy: [], modified: null }

export async function listCards(ctx: KanbanContext, input: KanbanListInput, call?: Call): Promise<KanbanListOutput> {
  const board = await ctx.boards.resolve(input.board)
  const columns = await namedColumns(board, input)
  const fresh = new Set(columns)
  const cards = await board.index.cardsIn(columns)
  if (columns.length > 1) cards.sort(byId) // those of one column are in order
  const found = await select(board, { cards, input, fresh, signal: call?.signal })
  const { offset = 0, limit = 200 } = input
  const fields = new Set<CardField>(input.fields)
  const facts = await factsOf(board, found.slice(offset, offset + limit), { fields, fresh })
  return boardPage(found, input, {
    hardMaxChars: ctx.hardMaxChars,
    show: (card) => cardItem(facts.get(card)?.card ?? card, facts.get(card) ?? NO_FACTS, fields),
    identityOf: (card) => card.file,
    versions: board.listVersions,
  })
}

async function namedColumns(board: Board, input: KanbanListInput): Promise<string[]> {
  const known = await board.knownColumns()
  const named = [...(input.columns ?? []), ...(input.column === undefined ? [] : [input.column])]
  const columns = new Set(named.map((column) => parseColumn(column, known)))
  if (columns.size === 0) for (const column of known.existing) if (column !== DONE) columns.add(column)
  if (input.includeDone === true) columns.add(DONE)
  return [...columns]
}

interface Looking {
  readonly fields: ReadonlySet<CardField>
  readonly fresh: ReadonlySet<string>
}

/** What has to be looked up for the cards of one page. */
async function factsOf(board: Board, cards: readonly Card[], { fields, fresh }: Looking) {
  const facts = new Map<Card, CardFacts & { readonly card: Card }>()
  for (const listed of cards) {
    const read = fields.has('hash') ? await board.index.withHash(listed) : undefined
    const card = read?.card ?? listed
    const blockedBy = card.dependsOn.length === 0 ? [] : await openDependencies(board, card, fresh)
    const modified = fields.has('modified') ? board.index.modifiedOf(card) : null
    facts.set(listed, { card, blockedBy, modified, hash: read?.hash })
  }
  return facts
}

async function select(board: Board, { cards, input, fresh, signal }: Selection): Promise<Card[]> {
  const { query, ...rest } = input
  const isWanted = cardFilter(rest)
  const wanted = cards.filter((card) => isWanted(card, () => ''))
  if (query === undefined && input.blocked === undefined) return wanted
  const matches = cardFilter({ query })
  const found: Card[] = []
  for (const card of wanted) {
    signal?.throwIfAborted()
    const text = query === undefined ? '' : await board.index.searchText(card)
    if (!matches(card, () => text)) continue
    if (input.blocked === undefined || (await isBlocked(board, card, fresh)) === input.blocked) found.push(card)
  }
  return found
}

interface Selection {
  readonly cards: readonly Card[]
  readonly input: KanbanListInput
  readonly fresh: ReadonlySet<string>
  readonly signal: AbortSignal | undefined
}

async function isBlocked(board: Board, card: Card, fresh: ReadonlySet<string>): Promise<boolean> {
  return card.blockers.length > 0 || (card.dependsOn.length > 0 && (await openDependencies(board, card, fresh)).length > 0)
}

export const kanbanList = defineTool<KanbanContext, typeof KanbanListInput, typeof KanbanListOutput, KanbanReason>({
  name: 'kanban/list',
  title: 'List cards',
  description:
    "What is on the board right now: all cards of the board, or those of a column (doing, review), label, assignee, text; blocked: true for cards that wait. Example: {board: '.', columns: ['doing']}.",
  effect: 'read',
  input: KanbanListInput,
  output: KanbanListOutput,
  errors: [...BOARD_REASONS, 'invalid_column', 'cancelled'],
  run: listCards,
})
