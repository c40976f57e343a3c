import type { Clock } from '@shoko/contract'
import type { Board } from '../board/board.ts'
import { readCard } from '../rules/card.ts'
import { boardHtml, type HtmlCard, type HtmlColumn } from './board-html.ts'
import { viewBoard } from './board-view.ts'

const LATEST_DONE = 100

/** The board with its cards' texts as one HTML file; of what is done the latest. */
export async function exportBoard(board: Board, clock: Clock): Promise<string> {
  const { name, columns } = await viewBoard(board, { latestDone: LATEST_DONE })
  const whole: HtmlColumn[] = []
  for (const column of columns) {
    const cards: HtmlCard[] = []
    for (const card of column.cards) cards.push({ ...card, body: await bodyOf(board, card.id) })
    whole.push({ ...column, cards })
  }
  return boardHtml({ name, at: new Date(clock.now()).toISOString(), columns: whole })
}

async function bodyOf(board: Board, id: string): Promise<string> {
  const card = await board.card(id)
  return readCard((await board.root.readText(card.file)).text, card).body
}
