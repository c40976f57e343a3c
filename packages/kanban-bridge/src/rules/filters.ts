import { normalize } from '@shoko/search'
import type { Card } from './card.ts'

export interface CardFilter {
  readonly lane?: string | undefined
  readonly assignee?: string | undefined
  readonly label?: string | undefined
  readonly priority?: string | undefined
  readonly query?: string | undefined
}

/** A test for cards; case and the width of characters make no difference. `searchText` is the card's folded title, body and id. */
export function cardFilter(filter: CardFilter): (card: Card, searchText: () => string) => boolean {
  const lane = folded(filter.lane)
  const assignee = folded(filter.assignee)
  const label = folded(filter.label)
  const priority = folded(filter.priority)
  const query = folded(filter.query)
  return (card, searchText) =>
    (lane === undefined || folded(card.lane ?? '') === lane) &&
    (priority === undefined || folded(card.priority ?? '') === priority) &&
    (assignee === undefined || card.assignees.some((item) => folded(item) === assignee)) &&
    (label === undefined || card.labels.some((item) => folded(item) === label)) &&
    (query === undefined || searchText().includes(query))
}

/** Title, body and id as `query` sees them. */
export function foldSearchText(card: Card, body: string): string {
  return normalize(`${card.title}\n${card.id}\n${body}`)
}

function folded(text: string | undefined): string | undefined {
  return text === undefined ? undefined : normalize(text).trim()
}
