import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

export interface DocumentChange {
  readonly seq: number
  readonly at: string
  readonly author: string
  readonly tool: string
  readonly path: string
  /** SHA-256 before and after; null: it was, or is, not there. */
  readonly before: string | null
  readonly after: string | null
}

/** The changes of a document, or of everything below a folder, newest first. */
export async function historyOf(
  { database, space }: { readonly database: Database; readonly space: number },
  { path, limit }: { readonly path: string; readonly limit: number },
): Promise<DocumentChange[]> {
  const text = `select c.seq, c.at, c.author, c.tool, f.path, f.before, f.after
    from shoko.change_files f join shoko.changes c on c.space = f.space and c.seq = f.seq
    where f.space = $1 and (f.path = $2 or starts_with(f.path, $2 || '/')) and right(f.path, 1) <> '/'
    order by f.seq desc, f.path limit $3`
  const rows = await database.query<Omit<DocumentChange, 'seq' | 'at'> & { seq: string; at: Date }>(text, [space, path, limit])
  return rows.map((row) => ({ ...row, seq: Number(row.seq), at: row.at.toISOString() }))
}

/** Makes a document again what it was after this change: a change of its own, so that nothing of the history goes. */
export async function restoreDocument(
  { database, space }: { readonly database: Database; readonly space: number },
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
