import type { Board } from '../board/board.ts'
import { openDependencies } from '../board/open-dependencies.ts'
import { DONE } from '../rules/columns.ts'
import { byId } from '../rules/tree.ts'
import { cardItem } from '../tools/card-item.ts'
import type { CardItem } from '../tools/parameters.ts'

/** Every open card as a compact row, however many there are: for a page that shows them all. */
export async function openCards(board: Board): Promise<{ readonly board: string; readonly cards: readonly CardItem[] }> {
  const columns = (await board.index.columns()).filter((column) => column !== DONE)
  const fresh = new Set(columns)
  const plain = new Set(['modified'] as const)
  const held = new Set(['modified', 'blockers'] as const)
  const cards: CardItem[] = []
  for (const card of (await board.index.cardsIn(columns)).sort(byId)) {
    const blockedBy = card.dependsOn.length === 0 ? [] : await openDependencies(board, card, fresh)
    cards.push(cardItem(card, { blockedBy, modified: board.index.modifiedOf(card) }, card.blockers.length === 0 ? plain : held))
  }
  return { board: board.name, cards }
}
