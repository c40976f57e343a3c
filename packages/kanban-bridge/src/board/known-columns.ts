import type { KnownColumns } from '../rules/columns.ts'
import type { Board } from './board.ts'

/** What a caller's word for a column is compared with. */
export async function knownColumns(board: Board): Promise<KnownColumns> {
  const { columns } = await board.config()
  return { listed: columns.map(({ key }) => key), existing: await board.index.columns() }
}
