import { DomainError } from '@shoko/contract'
import { nameOf } from '@shoko/core-fs'
import { brokenRules, hasRules } from '../rules/column-rules.ts'
import { afterCommit } from './after-commit.ts'
import type { Board } from './board.ts'
import { columnPath, isCardName } from './paths.ts'

/** What a person should hear after a card has come into a column. Never a refusal: it is there. */
export async function columnWarnings(board: Board, column: string): Promise<string[]> {
  const { settings } = board
  if (!hasRules(column, settings)) return []
  return afterCommit(
    async () => brokenRules({ column, cards: await countCards(board, column) }, settings).map(({ warning }) => warning),
    (reason) => [`the cards of ${column} could not be counted: ${reason}`],
  )
}

async function countCards(board: Board, column: string): Promise<number> {
  try {
    const skip = (path: Parameters<typeof nameOf>[0], kind: 'file' | 'dir') => kind === 'file' && !isCardName(nameOf(path))
    return (await board.root.walk({ dir: columnPath(column), skip })).length
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'not_found') return 0
    throw error
  }
}
