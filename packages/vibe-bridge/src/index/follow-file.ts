import { DomainError, systemClock } from '@shoko/contract'
import { countLines, type FileInfo, type Root, type TextFile } from '@shoko/core-fs'
import { readDocument } from '../workspace/document.ts'
import type { DocumentAddress } from '../workspace/layout.ts'
import { type DocumentRow, documentRow, type FileState, fileState, isUnchanged } from './document-row.ts'
import { LARGE_BYTES, type LargeTask } from './large-files.ts'
import type { KnownFile, Replacement, Store } from './store.ts'
import type { Tokenizer } from './tokens.ts'

export interface FollowParts {
  readonly root: Root
  readonly store: Store
  readonly tokenizer: Tokenizer
  /** Await it before every write to the store: elsewhere somebody may be writing. */
  readonly turn: () => Promise<void>
  /** Does the work for a large file in a thread; absent in that thread, and where the index is in memory. */
  readonly aside?: (address: DocumentAddress, task: LargeTask) => Promise<Followed>
}

interface ReadFile extends TextFile {
  readonly lookedAt: number
}

export type Followed = 'added' | 'updated' | 'unchanged' | 'deleted' | 'unreadable'

/** More than this is no document, and would hold up everything else. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024
/** Taking a text apart costs memory by its lines. */
export const MAX_DOCUMENT_LINES = 1_000_000
const ATTEMPTS = 5

/** Brings the index to what the file is now, in one transaction. */
export async function followFile(parts: FollowParts, address: DocumentAddress): Promise<Followed> {
  const { store } = parts
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const seen = store.knownFile(address.project, address.inProject)
    const found = await examineFile(parts, address, { seen })
    if (typeof found === 'string') return found
    await parts.turn()
    const [put] = store.put([found])
    if (put) return seen === undefined ? 'added' : 'updated'
    // Another process was quicker: look at what it wrote and at the file again.
  }
  return 'unchanged'
}

/** What has to be done for a file whose row in the index is `seen`: nothing any more, or the row to put in its place. */
export async function examineFile(
  parts: FollowParts,
  address: DocumentAddress,
  { seen, info }: { readonly seen: KnownFile | undefined; readonly info?: FileInfo | undefined },
): Promise<Followed | Replacement> {
  if (seen !== undefined && info !== undefined && isUnchanged(seen, info)) return 'unchanged'
  if (parts.aside !== undefined && (await isLarge(parts.root, address, info))) return followAside(parts, address, parts.aside)
  const file = await readIfText(parts.root, address)
  if (file !== undefined && seen?.hash !== file.hash) return { row: rowOf(parts, address, file), seen }
  await parts.turn()
  if (file === undefined) return parts.store.remove(address.project, address.inProject) ? 'deleted' : 'unreadable'
  if (seen !== undefined) parts.store.touch(seen, stateOf(file))
  return 'unchanged'
}

/** What cannot be indexed any more is not found as it was before, either. */
async function followAside(
  { store, turn }: FollowParts,
  address: DocumentAddress,
  aside: NonNullable<FollowParts['aside']>,
): Promise<Followed> {
  const followed = await aside(address, 'follow')
  if (followed !== 'unreadable') return followed
  await turn()
  store.remove(address.project, address.inProject)
  return followed
}

/** Adds a file to the generation that is being built, unless it is gone or is no text. */
export async function rebuildFile(parts: FollowParts, address: DocumentAddress): Promise<'added' | 'unreadable'> {
  if (parts.aside !== undefined && (await isLarge(parts.root, address)))
    return (await parts.aside(address, 'rebuild')) === 'added' ? 'added' : 'unreadable'
  const file = await readIfText(parts.root, address)
  if (file === undefined) return 'unreadable'
  const row = rowOf(parts, address, file)
  await parts.turn()
  parts.store.putRebuilt([row])
  return 'added'
}

/** Before it is read: what is done in a thread is read there. */
async function isLarge(root: Root, { path }: DocumentAddress, info?: FileInfo): Promise<boolean> {
  const { size = 0 } = info ?? (await asFile(() => root.find(path))) ?? {}
  return size > LARGE_BYTES
}

function rowOf({ tokenizer }: FollowParts, address: DocumentAddress, file: ReadFile): DocumentRow {
  return documentRow(readDocument(address, { text: file.text, mtimeMs: file.info.mtimeMs }), stateOf(file), tokenizer)
}

function stateOf({ info, hash, lookedAt }: ReadFile): FileState {
  return fileState(info, { hash, lookedAt })
}

/** Files come and go, hold other encodings or turn into links: then they are not documents. Other errors are the caller's. */
async function readIfText(root: Root, { path }: DocumentAddress): Promise<ReadFile | undefined> {
  return asFile(async () => {
    const lookedAt = systemClock.now() // the one that stamps the files
    if (((await root.find(path))?.size ?? 0) > MAX_DOCUMENT_BYTES) return undefined
    const file = await root.readText(path)
    return countLines(file.text) > MAX_DOCUMENT_LINES ? undefined : { ...file, lookedAt }
  })
}

async function asFile<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof DomainError && NOT_DOCUMENTS.has(error.reason)) return undefined
    throw error
  }
}

const NOT_DOCUMENTS: ReadonlySet<string> = new Set(['not_found', 'not_text', 'linked', 'outside_root', 'permission_denied'])
