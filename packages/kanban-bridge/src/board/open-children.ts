import { isDone } from '../rules/columns.ts'
import { byId } from '../rules/tree.ts'
import { afterCommit } from './after-commit.ts'
import type { Board } from './board.ts'

/** A parent may be done before its children, but somebody should know. By then it is done, whatever comes of looking. */
export function openChildrenWarnings(board: Board, parent: string): Promise<string[]> {
  return afterCommit(
    () => openChildren(board, parent),
    (reason) => [`done, but its children could not be looked at: ${reason}`],
  )
}

async function openChildren(board: Board, parent: string): Promise<string[]> {
  const open = []
  const children = new Set([...(await board.files.childrenOf(parent)), ...board.index.rememberedChildren(parent)])
  for (const id of children) {
    const child = await board.index.locate(id)
    if (child?.parent === parent && !isDone(child.column)) open.push(child)
  }
  return open.sort(byId).map((child) => parentDone(parent, child.id))
}

export function parentDone(parent: string, child: string): string {
  return `parent done but child not complete: ${parent} -> ${child}`
}
