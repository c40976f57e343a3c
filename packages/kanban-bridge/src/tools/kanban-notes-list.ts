import { defineTool } from '@shoko/contract'
import { listInput } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { notesOf } from '../board/notes-file.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, type KanbanReason } from '../kanban-error.ts'
import { boardPage, pageOutput } from './board-page.ts'
import { BoardParam, CardIdParam, NoteItem } from './parameters.ts'

export const KanbanNotesListInput = Type.Object(
  {
    board: BoardParam,
    cardId: CardIdParam,
    all: Type.Optional(Type.Boolean({ description: 'The whole journal' })),
    ...listInput,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default 3' })),
  },
  { additionalProperties: false },
)
export const KanbanNotesListOutput = Type.Object({
  items: Type.Array(NoteItem),
  ...pageOutput,
})

export type KanbanNotesListInput = Static<typeof KanbanNotesListInput>
export type KanbanNotesListOutput = Static<typeof KanbanNotesListOutput>

export async function listNotes(ctx: KanbanContext, input: KanbanNotesListInput): Promise<KanbanNotesListOutput> {
  const board = await ctx.boards.resolve(input.board)
  const { id } = await board.card(input.cardId)
  const { notes } = await notesOf(board, id)
  const { all, limit = 3, ...request } = input
  return boardPage(
    notes,
    { ...request, limit: all === true ? notes.length : limit },
    {
      hardMaxChars: ctx.hardMaxChars,
      show: ({ tags, ...note }) => ({ ...note, ...(tags === undefined ? {} : { tags: [...tags] }) }),
      identityOf: ({ ts, type, text }) => `${ts} ${type} ${text}`,
    },
  )
}

export const kanbanNotesList = defineTool<KanbanContext, typeof KanbanNotesListInput, typeof KanbanNotesListOutput, KanbanReason>(
  {
    name: 'kanban/notes.list',
    title: "Read a card's notes",
    description:
      "What was noted last on a card: its notes, newest first, 3 unless limit or all. Example: {board: '.', cardId: '01…'}.",
    effect: 'read',
    input: KanbanNotesListInput,
    output: KanbanNotesListOutput,
    errors: [...BOARD_REASONS, ...CARD_REASONS],
    run: listNotes,
  },
)
