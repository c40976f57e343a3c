import { joinPath } from '@shoko/core-fs'
import type { Board } from '../board/board.ts'
import { GENERATED } from '../board/paths.ts'
import { putFile } from '../board/put-file.ts'
import { columnOrder } from '../resources/board-summary.ts'
import { canonicalId, isPlainId } from '../rules/card-id.ts'
import type { BoardConfig } from '../rules/columns-toml.ts'
import { boardMarkdown } from './board-markdown.ts'
import { progressMarkdown } from './progress-markdown.ts'

/** Writes generated/board.md and the progress files; what comes out the same is not written. */
export async function renderBoard(board: Board, config: BoardConfig): Promise<string[]> {
  const existing = await board.index.columns()
  const cards = await board.index.byId()
  const columns = columnOrder(
    config.columns.map(({ key }) => key),
    existing,
  )
  const pages = new Map([['board.md', boardMarkdown({ name: board.name, config, columns, cards: [...cards.values()] })]])
  for (const parent of config.render.progressParents.filter(isPlainId).map(canonicalId)) {
    pages.set(`progress_${parent}.md`, progressMarkdown(cards, parent))
  }
  await board.change(async () => {
    for (const [name, text] of pages) await putFile(board.root, joinPath(GENERATED, name), text)
  })
  return [...pages.keys()]
}
