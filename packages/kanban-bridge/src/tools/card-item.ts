import type { Card } from '../rules/card.ts'
import type { CARD_FIELDS, CardItem } from './parameters.ts'

export type CardField = (typeof CARD_FIELDS)[number]

/** What is known of a card beside its own file's keys. */
export interface CardFacts {
  readonly blockedBy: readonly string[]
  readonly modified: string | null
  readonly hash?: string | undefined
}

/** A card as lists show it: the seed's four keys, what is not empty of the next four, and what was asked for. */
export function cardItem(card: Card, facts: CardFacts, fields: ReadonlySet<CardField>): CardItem {
  const { id, title, column, lane, priority, labels, assignees, path, size, parent, dependsOn, blockers } = card
  return {
    cardId: id,
    title,
    column,
    lane,
    ...(priority === null ? {} : { priority }),
    ...(labels.length === 0 ? {} : { labels: [...labels] }),
    ...(assignees.length === 0 ? {} : { assignees: [...assignees] }),
    ...(facts.blockedBy.length === 0 ? {} : { blocked_by: [...facts.blockedBy] }),
    ...(fields.has('path') ? { path } : {}),
    ...(fields.has('size') ? { size } : {}),
    ...(fields.has('parent') ? { parent } : {}),
    ...(fields.has('depends_on') ? { depends_on: [...dependsOn] } : {}),
    ...(fields.has('blockers') ? { blockers: [...blockers] } : {}),
    ...(fields.has('hash') && facts.hash !== undefined ? { hash: facts.hash } : {}),
    ...(fields.has('modified') ? { modified: facts.modified } : {}),
  }
}
