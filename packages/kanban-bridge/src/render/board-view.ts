import type { Board } from '../board/board.ts'
import { openDependencies } from '../board/open-dependencies.ts'
import { columnOrder } from '../resources/board-summary.ts'
import type { Card } from '../rules/card.ts'
import { isDone } from '../rules/columns.ts'
import { byId } from '../rules/tree.ts'

export interface BoardView {
  readonly name: string
  readonly columns: readonly ColumnView[]
}

export interface ColumnView {
  readonly title: string
  readonly count: number
  readonly limit: number | undefined
  /** Of done: the latest few. */
  readonly cards: readonly CardView[]
}

export interface CardView {
  readonly id: string
  readonly title: string
  readonly lane: string | null
  readonly priority: string | null
  readonly assignees: readonly string[]
  readonly labels: readonly string[]
  readonly isBlocked: boolean
}

const LATEST_DONE = 5

/** A board as it hangs on the wall: its columns in their order, with their cards. */
export async function viewBoard(board: Board, { latestDone = LATEST_DONE } = {}): Promise<BoardView> {
  const config = await board.config()
  const existing = await board.index.columns()
  const cards = (await board.index.cardsIn(existing)).sort(byId)
  const fresh = new Set(existing)
  const listed = config.columns.map(({ key }) => key)
  const columns: ColumnView[] = []
  for (const key of columnOrder(listed, existing)) {
    const own = cards.filter((card) => card.column === key)
    const shown = isDone(key) ? own.toSorted(latestFirst).slice(0, latestDone) : own
    const views: CardView[] = []
    for (const card of shown) views.push(await viewCard(board, card, fresh))
    const title = config.columns.find((column) => column.key === key)?.title ?? key
    columns.push({ title, count: own.length, limit: config.wipLimits.get(key), cards: views })
  }
  return { name: board.name, columns }
}

async function viewCard(board: Board, card: Card, fresh: ReadonlySet<string>): Promise<CardView> {
  const { id, title, lane, priority, assignees, labels, column } = card
  const waits = !isDone(column) && (card.blockers.length > 0 || (await openDependencies(board, card, fresh)).length > 0)
  return { id, title, lane, priority, assignees, labels, isBlocked: waits }
}

function latestFirst(a: Card, b: Card): number {
  return (b.completedAt ?? '').localeCompare(a.completedAt ?? '') || byId(b, a)
}
