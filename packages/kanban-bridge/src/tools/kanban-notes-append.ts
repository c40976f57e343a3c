import { defineTool } from '@shoko/contract'
import { nonBlank, oneOf, Warnings } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { Board } from '../board/board.ts'
import { notesPath, shownPath } from '../board/paths.ts'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, CARD_REASONS, type KanbanReason, kanbanError, WRITE_REASONS } from '../kanban-error.ts'
import { NOTE_TYPES, renderNote } from '../rules/notes.ts'
import { BoardParam, CardIdParam, Words } from './parameters.ts'

export const KanbanNotesAppendInput = Type.Object(
  {
    board: BoardParam,
    cardId: CardIdParam,
    text: nonBlank(),
    type: Type.Optional(oneOf(NOTE_TYPES, 'Default worklog')),
    tags: Type.Optional(Words),
    author: Type.Optional(nonBlank()),
  },
  { additionalProperties: false },
)
export const KanbanNotesAppendOutput = Type.Object({
  appended: Type.Literal(true),
  ts: Type.String(),
  path: Type.String(),
  warnings: Warnings,
})

export type KanbanNotesAppendInput = Static<typeof KanbanNotesAppendInput>
export type KanbanNotesAppendOutput = Static<typeof KanbanNotesAppendOutput>

export async function appendNote(ctx: KanbanContext, input: KanbanNotesAppendInput): Promise<KanbanNotesAppendOutput> {
  const board = await ctx.boards.resolve(input.board)
  const { text, type = 'worklog', tags, author } = input
  return board.change(async () => {
    const { id } = await board.card(input.cardId)
    const ts = new Date(ctx.clock.now()).toISOString()
    const line = renderNote({
      ts,
      type,
      text,
      ...(tags === undefined ? {} : { tags }),
      ...(author === undefined ? {} : { author }),
    })
    requireRoom(board, id, Buffer.byteLength(line))
    await board.root.append(notesPath(id), line)
    return { appended: true, ts, path: shownPath(notesPath(id)) }
  })
}

/** A journal is read whole whenever its newest notes are asked for. */
const LARGEST_JOURNAL = 8 * 1024 * 1024

function requireRoom(board: Board, id: string, more: number): void {
  const { size = 0 } = board.root.sync.peek(notesPath(id)) ?? {}
  if (size + more <= LARGEST_JOURNAL) return
  const hint = 'put long texts into a file and note where it is; or go on with a card of its own'
  throw kanbanError('invalid_argument', `text: a card's notes hold at most 8 MiB together (card ${id})`, hint)
}

export const kanbanNotesAppend = defineTool<
  KanbanContext,
  typeof KanbanNotesAppendInput,
  typeof KanbanNotesAppendOutput,
  KanbanReason
>({
  name: 'kanban/notes.append',
  title: 'Leave a note on a card',
  description:
    "Leave a note in a card's journal: what was done (worklog), where to resume, what was decided. Example: {text: 'Waiting for the printer', type: 'resume'}.",
  effect: 'append',
  input: KanbanNotesAppendInput,
  output: KanbanNotesAppendOutput,
  errors: [...BOARD_REASONS, ...WRITE_REASONS, ...CARD_REASONS],
  run: appendNote,
})
