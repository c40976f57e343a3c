import { nameOf, type RelativePath } from '@shoko/core-fs'
import type { Board } from './board.ts'
import { columnPath, isCardName, isMarkdownName } from './paths.ts'

/** Markdown in columns that is no card, because its name does not begin with a ULID. */
export async function strangersOf(board: Board): Promise<RelativePath[]> {
  const found: RelativePath[] = []
  for (const column of await board.index.columns()) {
    await board.root.walk({
      dir: columnPath(column),
      skip(path, kind) {
        const name = nameOf(path)
        if (kind === 'file' && isMarkdownName(name) && !isCardName(name)) found.push(path)
        return kind === 'file'
      },
    })
  }
  return found.sort()
}
