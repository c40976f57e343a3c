import { type Clock, DomainError } from '@shoko/contract'
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
  readonly clock: Clock
  /** Await it before every write to the store: elsewhere somebody may be writing. */
  readonly turn: () => Promise<void>
  /** Does the work for a large file in a thread; absent in that thread, and where the index is in memory. */
  readonly aside?: (address: DocumentAddress, task: LargeTask) => Promise<Followed>
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
  const file = await readIfText(parts.root, address)
  if (file !== undefined && seen?.hash !== file.hash) {
    if (parts.aside !== undefined && isLarge(file)) return followAside(parts, address, parts.aside)
    return { row: rowOf(parts, address, file), seen }
  }
  await parts.turn()
  if (file === undefined) return parts.store.remove(address.project, address.inProject) ? 'deleted' : 'unreadable'
  if (seen !== undefined) parts.store.touch(seen, stateOf(parts, file))
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
  const file = await readIfText(parts.root, address)
  if (file === undefined) return 'unreadable'
  if (parts.aside !== undefined && isLarge(file))
    return (await parts.aside(address, 'rebuild')) === 'added' ? 'added' : 'unreadable'
  const row = rowOf(parts, address, file)
  await parts.turn()
  parts.store.putRebuilt([row])
  return 'added'
}

function isLarge({ info }: TextFile): boolean {
  return info.size > LARGE_BYTES
}

function rowOf(parts: FollowParts, address: DocumentAddress, file: TextFile): DocumentRow {
  return documentRow(
    readDocument(address, { text: file.text, mtimeMs: file.info.mtimeMs }),
    stateOf(parts, file),
    parts.tokenizer,
  )
}

function stateOf({ clock }: FollowParts, { info, hash }: TextFile): FileState {
  return fileState(info, { hash, now: clock.now() })
}

/** Files come and go, hold other encodings or turn into links: then they are not documents. Other errors are the caller's. */
async function readIfText(root: Root, address: DocumentAddress): Promise<TextFile | undefined> {
  try {
    const file = await root.readText(address.path)
    return file.info.size > MAX_DOCUMENT_BYTES || countLines(file.text) > MAX_DOCUMENT_LINES ? undefined : file
  } catch (error) {
    if (error instanceof DomainError && NOT_DOCUMENTS.has(error.reason)) return undefined
    throw error
  }
}

const NOT_DOCUMENTS: ReadonlySet<string> = new Set(['not_found', 'not_text', 'linked', 'outside_root', 'permission_denied'])
