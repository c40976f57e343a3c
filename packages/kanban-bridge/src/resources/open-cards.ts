import type { Board } from '../board/board.ts'
import { openDependencies } from '../board/open-dependencies.ts'
import { DONE } from '../rules/columns.ts'
import { byId } from '../rules/tree.ts'
import { cardItem } from '../tools/card-item.ts'
import type { CardItem } from '../tools/parameters.ts'
import { type BoardSummary, summarize } from './board-summary.ts'

/** The board at a glance with every open card as a compact row, however many there are: all that a page shows, in one answer. */
export async function openCards(board: Board): Promise<BoardSummary & { readonly cards: readonly CardItem[] }> {
  // Every column is looked at once: on a large board that is most of the time that the page waits for.
  const existing = await board.index.columns()
  const all = await board.index.cardsIn(existing)
  const fresh = new Set(existing)
  const plain = new Set(['modified'] as const)
  const held = new Set(['modified', 'blockers'] as const)
  const cards: CardItem[] = []
  for (const card of all.filter(({ column }) => column !== DONE).sort(byId)) {
    const blockedBy = card.dependsOn.length === 0 ? [] : await openDependencies(board, card, fresh)
    cards.push(cardItem(card, { blockedBy, modified: board.index.modifiedOf(card) }, card.blockers.length === 0 ? plain : held))
  }
  return { ...(await summarize(board, { existing, cards: all })), cards }
}
