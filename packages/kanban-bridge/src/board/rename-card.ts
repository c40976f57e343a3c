import type { Card } from '../rules/card.ts'
import type { BoardConfig } from '../rules/columns-toml.ts'
import { cardFileName, isToolNamed, renameSuffixes } from '../rules/file-name.ts'
import type { Board } from './board.ts'
import { placeCard, siblingOf } from './edit-card.ts'
import { shownPath } from './paths.ts'

/** Lets the file's name follow the title. A name that is taken leaves the old one, or gets a suffix when the board says so. */
export async function renameToTitle(
  board: Board,
  card: Card,
  { config, warnings }: { config: BoardConfig; warnings: string[] },
): Promise<Card> {
  if (!isToolNamed(card.name, card.id)) return card
  const wanted = siblingOf(card, cardFileName(card.id, card.title))
  if (wanted === card.file) return card
  if ((await board.root.find(wanted)) === undefined) return placeCard(board, card, wanted)
  for (const suffix of config.writer.autoRename ? renameSuffixes(config.writer.renameSuffix) : []) {
    const other = siblingOf(card, cardFileName(card.id, card.title, suffix))
    if (other === card.file) return card
    if ((await board.root.find(other)) !== undefined) continue
    warnings.push(`rename target exists; renamed to: ${shownPath(other)}`)
    return placeCard(board, card, other)
  }
  warnings.push(`rename target exists; kept original filename: ${shownPath(wanted)}`)
  return card
}
