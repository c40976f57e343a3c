import { DomainError } from '@shoko/contract'
import type { Card } from '../rules/card.ts'
import { isDone } from '../rules/columns.ts'
import type { Board } from './board.ts'

/** The dependencies of a card that are not done. Columns in `fresh` have just been looked at; what lies elsewhere is looked for. */
export async function openDependencies(board: Board, card: Card, fresh: ReadonlySet<string>): Promise<string[]> {
  const open: string[] = []
  for (const id of card.dependsOn) {
    const known = board.index.winner(id)
    const dependency = known !== undefined && fresh.has(known.column) ? known : await locate(board, id)
    if (dependency === undefined || !isDone(dependency.column)) open.push(id)
  }
  return open
}

/** A dependency in a column that this user cannot enter is not known to be done; the cards that wait for it can be read. */
async function locate(board: Board, id: string): Promise<Card | undefined> {
  try {
    return await board.index.locate(id)
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'permission_denied') return undefined
    throw error
  }
}
