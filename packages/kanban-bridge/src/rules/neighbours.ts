import type { Card } from './card.ts'
import { isDone } from './columns.ts'
import type { CardsById } from './relations.ts'

/** The cards around a card, by id. */
export interface Neighbours {
  readonly children: readonly string[]
  readonly depends_on: readonly string[]
  /** Dependencies that are not done, or not there. */
  readonly blocked_by: readonly string[]
  /** Cards that wait for this one. */
  readonly blocks: readonly string[]
  /** In both directions. */
  readonly relates: readonly string[]
}

export function neighboursOf(cards: CardsById, card: Card): Neighbours {
  const others = [...cards.values()].filter(({ id }) => id !== card.id)
  const idsOf = (isOne: (other: Card) => boolean) =>
    others
      .filter(isOne)
      .map(({ id }) => id)
      .sort()
  const isOpen = (other: Card | undefined) => other === undefined || !isDone(other.column)
  return {
    children: idsOf((other) => other.parent === card.id),
    depends_on: [...card.dependsOn],
    blocked_by: card.dependsOn.filter((id) => isOpen(cards.get(id))),
    blocks: isOpen(card) ? idsOf((other) => other.dependsOn.includes(card.id)) : [],
    relates: [...new Set([...card.relates, ...idsOf((other) => other.relates.includes(card.id))])].sort(),
  }
}
