import type { Board } from '../board/board.ts'
import { openDependencies } from '../board/open-dependencies.ts'
import { DONE } from '../rules/columns.ts'
import { byId } from '../rules/tree.ts'
import { cardItem } from '../tools/card-item.ts'
import type { CardItem } from '../tools/parameters.ts'
import { type BoardSummary, boardSummary } from './board-summary.ts'

/** The board at a glance with every open card as a compact row, however many there are: all that a page shows, in one answer. */
export async function openCards(board: Board): Promise<BoardSummary & { readonly cards: readonly CardItem[] }> {
  const columns = (await board.index.columns()).filter((column) => column !== DONE)
  const fresh = new Set(columns)
  const plain = new Set(['modified'] as const)
  const held = new Set(['modified', 'blockers'] as const)
  const cards: CardItem[] = []
  for (const card of (await board.index.cardsIn(columns)).sort(byId)) {
    const blockedBy = card.dependsOn.length === 0 ? [] : await openDependencies(board, card, fresh)
    cards.push(cardItem(card, { blockedBy, modified: board.index.modifiedOf(card) }, card.blockers.length === 0 ? plain : held))
  }
  return { ...(await boardSummary(board)), cards }
}
