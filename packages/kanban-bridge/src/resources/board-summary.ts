import type { Board } from '../board/board.ts'
import type { Card } from '../rules/card.ts'
import { DONE } from '../rules/columns.ts'

export interface BoardSummary {
  readonly board: string
  readonly columns: readonly {
    readonly key: string
    readonly title: string
    readonly count: number
    readonly wip_limit: number | null
  }[]
  readonly lanes: readonly string[]
  readonly open: number
  readonly done: number
}

/** The board at a glance: its columns in their order, how full they are, and what is in progress where. */
export async function boardSummary(board: Board): Promise<BoardSummary> {
  const existing = await board.index.columns()
  return summarize(board, { existing, cards: await board.index.cardsIn(existing) })
}

/** The same from a reading of all columns that exist. */
export async function summarize(
  board: Board,
  { existing, cards }: { readonly existing: readonly string[]; readonly cards: readonly Card[] },
): Promise<BoardSummary> {
  const config = await board.config()
  const keys = columnOrder(
    config.columns.map(({ key }) => key),
    existing,
  )
  return {
    board: board.name,
    columns: keys.map((key) => ({
      key,
      title: config.columns.find((column) => column.key === key)?.title ?? key,
      count: cards.filter((card) => card.column === key).length,
      wip_limit: config.wipLimits.get(key) ?? null,
    })),
    lanes: [...new Set(cards.map((card) => card.lane).filter((lane) => lane !== null))].sort(),
    open: cards.filter((card) => card.column !== DONE).length,
    done: cards.filter((card) => card.column === DONE).length,
  }
}

/** As columns.toml lists them, then what else there is by name; done comes last unless it is listed. */
export function columnOrder(listed: readonly string[], existing: readonly string[]): string[] {
  const others = existing.filter((column) => !listed.includes(column) && column !== DONE)
  return [...new Set([...listed, ...others, ...(listed.includes(DONE) ? [] : [DONE])])]
}
