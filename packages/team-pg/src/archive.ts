import { randomUUID } from 'node:crypto'
import { createOwnWrites, type Logger } from '@shoko/contract'
import { openRoot, sha256 } from '@shoko/core-fs'
import type { Database } from './database.ts'
import { Tally } from './figures.ts'
import { Follower } from './follower.ts'
import { Mirror } from './mirror.ts'

export interface ArchiveParts {
  readonly database: Database
  readonly space: number
  readonly isDocument: (path: string) => boolean
}

export interface ImportedFolder {
  /** Where its documents begin: `vault`, `manuals/docs`. */
  readonly under: string
  /** Absolute. */
  readonly path: string
}

export interface ImportOutcome {
  readonly imported: number
  /** There already, with the same bytes. */
  readonly same: number
  /** There already, with others: left as they are. */
  readonly differing: readonly string[]
}

interface Found {
  readonly path: string
  readonly hash: string
  readonly bytes: Buffer
}

const BATCH_BYTES = 8 * 1024 * 1024
const BATCH_FILES = 500

/** Folders become documents, in changes of a few megabytes. What is there already is never overwritten. */
export async function importFolders(parts: ArchiveParts, folders: readonly ImportedFolder[]): Promise<ImportOutcome> {
  const { database, space, isDocument } = parts
  const rows = await database.query<{ path: string; hash: string }>('select path, hash from shoko.documents where space = $1', [
    space,
  ])
  const known = new Map(rows.map(({ path, hash }) => [path, hash]))
  const tally = { imported: 0, same: 0, differing: [] as string[] }
  let batch: Found[] = []
  let size = 0
  const flush = async () => {
    if (batch.length > 0) await commit(parts, batch)
    tally.imported += batch.length
    batch = []
    size = 0
  }
  for (const { under, path: folder } of folders) {
    const root = openRoot(folder, { hidden: 'reached' })
    for (const { path: inside } of await root.walk({ hidden: true, strict: true })) {
      const path = `${under}/${inside}`
      if (!isDocument(path)) continue
      const { bytes } = await root.read(inside)
      const hash = sha256(bytes)
      const there = known.get(path)
      if (there === hash) tally.same++
      else if (there !== undefined) tally.differing.push(path)
      else {
        batch.push({ path, hash, bytes })
        size += bytes.byteLength
        if (size >= BATCH_BYTES || batch.length >= BATCH_FILES) await flush()
      }
    }
    root.close()
  }
  await flush()
  return tally
}

async function commit({ database, space }: ArchiveParts, files: readonly Found[]): Promise<void> {
  await database.query(`select shoko.commit_change($1, $2, 'import', 'import', $3, $4, $5, $5, $6)`, [
    space,
    randomUUID(),
    files.map(({ path }) => path),
    files.map(() => null),
    files.map(({ hash }) => hash),
    files.map(({ bytes }) => bytes),
  ])
}

/** Makes a folder hold the documents, byte for byte; other files that documents cannot be (.git) are left alone. */
export async function exportDocuments(
  { database, space, isDocument }: ArchiveParts,
  to: { readonly folder: string; readonly logger: Logger },
): Promise<{ readonly fetched: number; readonly removed: number; readonly head: number }> {
  const mirror = new Mirror({ path: to.folder, writes: createOwnWrites(), arrivals: createOwnWrites(), isDocument })
  try {
    await mirror.prepare([])
    const follower = new Follower({ database, space, mirror, logger: to.logger, tally: new Tally() })
    return { ...(await follower.fill()), head: follower.applied }
  } finally {
    mirror.close()
  }
}
