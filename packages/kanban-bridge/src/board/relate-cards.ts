import type { Card } from '../rules/card.ts'
import type { CardsById, RelationChange } from '../rules/relations.ts'
import { afterCommit } from './after-commit.ts'
import type { Board } from './board.ts'
import { type CardEdit, editKeys } from './edit-card.ts'

const REINDEXED = 'relations: incremental update failed; ran full reindex'

/** Planned relations as edits of their cards. */
export function relationEdits(cards: CardsById, changes: ReadonlyMap<string, RelationChange>): CardEdit[] {
  return [...changes].flatMap(([id, change]) => {
    const card = cards.get(id)
    return card === undefined ? [] : [{ card, edit: (text: string) => editKeys(card, text, keysOf(change)) }]
  })
}

/**
 * relations.ndjson from the cards, some of them just written; one that somebody damaged is replaced with the other index. The
 * relations are made by then, and the file is a cache: what cannot be written now follows with the next update.
 */
export function writeRelationIndex(board: Board, cards: CardsById, written: readonly Card[]): Promise<string[]> {
  return afterCommit(
    () => writeIndex(board, cards, written),
    (reason) => [`the relations are set; relations.ndjson follows later: ${reason}`],
  )
}

async function writeIndex(board: Board, cards: CardsById, written: readonly Card[]): Promise<string[]> {
  if (!(await board.files.relationsReadable())) {
    await board.files.rebuild()
    return [REINDEXED]
  }
  const now = new Map(cards)
  for (const card of written) now.set(card.id, card)
  await board.files.writeRelations(now.values())
  return []
}

/** `relates_to` is another name of `relates`, and must not keep what that no longer says. */
function keysOf(change: RelationChange): Record<string, unknown> {
  return { ...change, ...(change.relates === undefined ? {} : { relates_to: null }) }
}
