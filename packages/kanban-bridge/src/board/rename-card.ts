import type { Card } from '../rules/card.ts'
import { cardFileName, isToolNamed, renameSuffixes } from '../rules/file-name.ts'
import { afterCommit } from './after-commit.ts'
import type { Board } from './board.ts'
import { placeCard, siblingOf } from './edit-card.ts'
import { shownPath } from './paths.ts'

/** Lets the file's name follow the title, which is written by then: a name that cannot be had is only warned about. */
export function renameToTitle<Named extends Card>(board: Board, card: Named, warnings: string[]): Promise<Named> {
  return afterCommit(
    () => rename(board, card, warnings),
    (reason) => {
      warnings.push(`kept original filename: ${card.path}: ${reason}`)
      return card
    },
  )
}

/** A name that is taken leaves the old one, or gets a suffix when the board says so. */
async function rename<Named extends Card>(board: Board, card: Named, warnings: string[]): Promise<Named> {
  const { autoRename, renameSuffix } = board.settings.writer
  if (!isToolNamed(card.name, card.id)) return card
  const wanted = siblingOf(card, cardFileName(card.id, card.title))
  if (wanted === card.file) return card
  if ((await board.root.find(wanted)) === undefined) return placeCard(board, card, wanted)
  for (const suffix of autoRename ? renameSuffixes(renameSuffix) : []) {
    const other = siblingOf(card, cardFileName(card.id, card.title, suffix))
    if (other === card.file) return card
    if ((await board.root.find(other)) !== undefined) continue
    const placed = await placeCard(board, card, other)
    warnings.push(`rename target exists; renamed to: ${shownPath(other)}`)
    return placed
  }
  warnings.push(`rename target exists; kept original filename: ${shownPath(wanted)}`)
  return card
}
