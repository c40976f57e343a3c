/** A card as `kanban://{board}/cards` and kanban_list give it. */
export interface CardRow {
  readonly cardId: string
  readonly title: string
  readonly column: string
  readonly lane: string | null
  readonly priority?: string
  readonly labels?: readonly string[]
  readonly assignees?: readonly string[]
  readonly blocked_by?: readonly string[]
  readonly blockers?: readonly string[]
  readonly modified?: string | null
  readonly path?: string
}

export interface ColumnInfo {
  readonly key: string
  readonly title: string
  readonly count: number
  readonly wip_limit: number | null
}

export interface BoardSummary {
  readonly board: string
  readonly columns: readonly ColumnInfo[]
  readonly lanes: readonly string[]
  readonly open: number
  readonly done: number
}

export interface BoardRef {
  readonly board: string
  readonly name: string
  readonly path: string
}

export const DONE = 'done'

/** Its columns and counts, and every open card. */
export function cardsUri(board: string): string {
  return `kanban://${encodeURIComponent(board)}/cards`
}

export function cardUri(board: string, cardId: string): string {
  return `kanban://${encodeURIComponent(board)}/cards/${cardId}`
}

export function isBlocked(card: CardRow): boolean {
  return (card.blocked_by?.length ?? 0) > 0 || (card.blockers?.length ?? 0) > 0
}
