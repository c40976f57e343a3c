import { defineTool } from '@shoko/contract'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { notesOf } from '../board/notes-file.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, type KanbanReason } from '../kanban-error.ts'
import { BoardParam, CardIdParam } from './parameters.ts'

export const KanbanNotesListInput = Type.Object(
  {
    board: BoardParam,
    cardId: CardIdParam,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default 3' })),
    all: Type.Optional(Type.Boolean({ description: 'The whole journal' })),
  },
  { additionalProperties: false },
)
export const KanbanNotesListOutput = Type.Object({
  items: Type.Array(
    Type.Object({
      ts: Type.String(),
      type: Type.String(),
      text: Type.String(),
      tags: Type.Optional(Type.Array(Type.String())),
      author: Type.Optional(Type.String()),
    }),
  ),
})

export type KanbanNotesListInput = Static<typeof KanbanNotesListInput>
export type KanbanNotesListOutput = Static<typeof KanbanNotesListOutput>

export async function listNotes(ctx: KanbanContext, input: KanbanNotesListInput): Promise<KanbanNotesListOutput> {
  const board = await ctx.boards.resolve(input.board)
  const { id } = await board.card(input.cardId)
  const { notes } = await notesOf(board, id)
  const wanted = input.all === true ? notes : notes.slice(0, input.limit ?? 3)
  return { items: wanted.map(({ tags, ...note }) => ({ ...note, ...(tags === undefined ? {} : { tags: [...tags] }) })) }
}

export const kanbanNotesList = defineTool<KanbanContext, typeof KanbanNotesListInput, typeof KanbanNotesListOutput, KanbanReason>(
  {
    name: 'kanban/notes.list',
    title: "Read a card's notes",
    description:
      "What was last noted on a card: its journal, newest first, 3 unless limit or all. Example: {board: '.', cardId: '01…'}.",
    effect: 'read',
    input: KanbanNotesListInput,
    output: KanbanNotesListOutput,
    errors: [...BOARD_REASONS, ...CARD_REASONS],
    run: listNotes,
  },
)
