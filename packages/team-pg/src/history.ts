import { randomUUID } from 'node:crypto'
import type { ChangeHistory, DocumentChange } from '@shoko/contract'
import type { QueryResultRow } from 'pg'
import type { Database } from './database.ts'
import { translated } from './failure.ts'

export interface SpaceParts {
  readonly database: Database
  readonly space: number
}

type Row = Omit<DocumentChange, 'seq' | 'at'> & { readonly seq: string; readonly at: Date }

/** The changes of a space. */
export function createHistory({ database, space }: SpaceParts): ChangeHistory {
  const ask = async <Answer extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Answer[]> => {
    try {
      return await database.query<Answer>(text, [space, ...values])
    } catch (error) {
      throw translated(error)
    }
  }
  return {
    async changesOf({ path, limit }) {
      const text = `select c.seq, c.at, c.author, c.tool, f.path, f.before, f.after
        from shoko.change_files f join shoko.changes c on c.space = f.space and c.seq = f.seq
        where f.space = $1 and (f.path = $2 or starts_with(f.path, $2 || '/')) and right(f.path, 1) <> '/'
        order by f.seq desc, f.path limit $3`
      const rows = await ask<Row>(text, [path, limit])
      return rows.map((row) => ({ ...row, seq: Number(row.seq), at: row.at.toISOString() }))
    },
    async contentAt(path, seq) {
      const text = `select b.bytes from shoko.change_files f left join shoko.blobs b on b.space = f.space and b.hash = f.after
        where f.space = $1 and f.path = $2 and f.seq <= $3 order by f.seq desc limit 1`
      const [row] = await ask<{ bytes: Buffer | null }>(text, [path, seq])
      return row?.bytes ?? undefined
    },
  }
}

/** Makes a document again what it was after this change: a change of its own, so that nothing of the history goes. */
export async function restoreDocument(
  { database, space }: SpaceParts,
  wanted: { readonly path: string; readonly at: number; readonly author: string },
): Promise<{ readonly seq: number } | { readonly problem: string }> {
  const { path, at, author } = wanted
  const found = await database.query<{ after: string | null; now: string | null }>(
    `select f.after, (select hash from shoko.documents d where d.space = $1 and d.path = $2) as now
     from shoko.change_files f where f.space = $1 and f.path = $2 and f.seq <= $3 order by f.seq desc limit 1`,
    [space, path, at],
  )
  const [state] = found
  if (state === undefined) return { problem: `${path}: has no change ${at} or earlier` }
  if (state.after === state.now) return { problem: `${path}: is already what it was then` }
  const rows = await database.query<{ seq: string }>(
    `select shoko.commit_change($1, $2, $3, 'restore', array[$4], array[$5], array[$6], '{}', '{}') as seq`,
    [space, randomUUID(), author, path, state.now, state.after],
  )
  return { seq: Number(rows[0]!.seq) }
}
