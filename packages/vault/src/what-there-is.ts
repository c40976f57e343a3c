import { type Call, DomainError, proposing } from '@shoko/contract'
import { parseDirectory, type RelativePath, type Root } from '@shoko/core-fs'
import type { VaultContext } from './context.ts'
import type { VaultReason } from './reasons.ts'

interface Asked {
  /** As the caller gave it. */
  readonly path: string
  readonly call: Call
}

/** Does the work; where the path names no note, the error says that it names a folder, or which notes are called much like it. */
export async function orWhatThereIs<T>(ctx: VaultContext, { path, call }: Asked, work: () => Promise<T>): Promise<T> {
  const names = async () => (await import('./find/notes-like.ts')).notesLike(ctx, path, call)
  return sayingWhatItIs(ctx, { path, kind: 'dir', says: 'is a folder; vault_ls lists it' }, () => proposing(work, names))
}

/** The same for a folder. */
export async function orWhichFolders<T>(ctx: VaultContext, { path, call }: Asked, work: () => Promise<T>): Promise<T> {
  const names = async () => (await import('./find/notes-like.ts')).foldersLike(ctx, path, call)
  const says = 'is a file, not a folder; vault_read opens it'
  return sayingWhatItIs(ctx, { path, kind: 'file', says }, () => proposing(work, names))
}

interface Other {
  readonly path: string
  readonly kind: 'file' | 'dir'
  readonly says: string
}

async function sayingWhatItIs<T>({ root }: VaultContext, other: Other, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'not_found') throw error
    const path = parseDirectory(other.path)
    const info = path === '' ? undefined : await root.find(path).catch(() => undefined)
    if (info?.kind !== other.kind) throw error
    throw new DomainError<VaultReason>('not_found', `${path}: ${other.says}`, { cause: error })
  }
}

/** What is made at a path needs folders above it; a file in their place is named. */
export async function requireFoldersAbove(root: Root, path: RelativePath): Promise<void> {
  const segments = path.split('/')
  for (let length = 1; length < segments.length; length++) {
    const above = segments.slice(0, length).join('/') as RelativePath // whole segments of a path that was parsed
    const info = await root.find(above)
    if (info === undefined) return
    if (info.kind !== 'file') continue
    throw new DomainError<VaultReason>(
      'already_exists',
      `${above}: is a file, so nothing can lie below it; choose another folder`,
    )
  }
}
