import { type Call, defineTool, plainCall, pushedPrefixes } from '@shoko/contract'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { KanbanContext } from '../context.ts'
import { BOARD_REASONS, type KanbanReason } from '../kanban-error.ts'
import { hostOf, SCHEME } from '../resources/uris.ts'
import { BoardParam } from './parameters.ts'

export const KanbanWatchInput = Type.Object({ board: BoardParam }, { additionalProperties: false })
export const KanbanWatchOutput = Type.Object({ started: Type.Boolean(), alreadyWatching: Type.Optional(Type.Boolean()) })

export type KanbanWatchInput = Static<typeof KanbanWatchInput>
export type KanbanWatchOutput = Static<typeof KanbanWatchOutput>

export async function watchBoard(
  ctx: KanbanContext,
  input: KanbanWatchInput,
  call: Call = plainCall,
): Promise<KanbanWatchOutput> {
  const board = await ctx.boards.resolve(input.board)
  const alias = input.board.trim()
  const { isNew } = await ctx.watchers.announce(board, alias)
  call.connection?.get(pushedPrefixes).add(`${SCHEME}://${hostOf(alias)}/`)
  return isNew ? { started: true } : { started: false, alreadyWatching: true }
}

export const kanbanWatch = defineTool<KanbanContext, typeof KanbanWatchInput, typeof KanbanWatchOutput, KanbanReason>({
  name: 'kanban/watch',
  title: 'Watch a board',
  description:
    "Be told whenever something changes on a board: sends notifications. Once each; not for batch work. Example: {board: '.'}.",
  effect: 'read',
  input: KanbanWatchInput,
  output: KanbanWatchOutput,
  errors: [...BOARD_REASONS],
  run: watchBoard,
})
