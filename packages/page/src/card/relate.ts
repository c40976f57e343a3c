import type { BoardModel } from '../board/board-model.ts'
import { CallFailed } from '../client/mcp.ts'
import type { App } from '../state/app.ts'
import type { WholeCard } from './draft.ts'

export type RelationType = 'parent' | 'depends' | 'relates'

export interface Edge {
  readonly type: RelationType
  /** parent: the child. */
  readonly from: string
  readonly to: string
}

export interface RelationChange {
  readonly add?: readonly Edge[]
  readonly remove?: readonly Edge[]
}

interface Related {
  readonly app: App
  readonly board: BoardModel
  readonly card: WholeCard
}

/** Sets relations and remembers how to take them back: the inverse edges, as long as the card is what this change made of it. */
export async function changeRelations({ app, board, card }: Related, change: RelationChange): Promise<void> {
  const place = { board: board.board, cardId: card.cardId }
  const hashNow = async () => (await app.mcp.call<{ hash: string }>('kanban_card', place)).hash
  try {
    const { warnings } = await app.mcp.call<{ warnings: readonly string[] }>('kanban_relations_set', {
      board: board.board,
      ...change,
    })
    board.mine(card.cardId)
    const after = await hashNow()
    for (const warning of warnings) app.say(warning)
    const label = app.t.related(card.title)
    const run = async () => {
      if ((await hashNow()) !== after) throw new CallFailed('conflict', app.t.newer)
      await app.mcp.call('kanban_relations_set', { board: board.board, add: change.remove ?? [], remove: change.add ?? [] })
      board.mine(card.cardId)
    }
    app.undo.push({ label, run })
    app.say(label, { label: app.t.undo, run: () => void app.undo.undo() })
  } catch (error) {
    app.complain(error)
  }
}
