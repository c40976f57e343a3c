import { DomainError } from '@shoko/contract'
import type { RelativePath, Root } from '@shoko/core-fs'
import { globFilter, isHarmlessGlob } from './glob.ts'
import type { VaultReason } from './reasons.ts'

export interface ListedEntry {
  readonly path: RelativePath
  readonly kind: 'file' | 'dir'
  readonly size: number | null
  readonly mtimeMs: number
}

export interface ListOrder {
  readonly dir: RelativePath
  readonly recursive: boolean
  /** '' for everything. Folders are left out where it, or `since`, asks for certain files. */
  readonly glob: string
  readonly since: number | undefined
}

/** What lies in a folder, or anywhere below it, in path order; nothing hidden. */
export async function listEntries(root: Root, order: ListOrder, signal: AbortSignal): Promise<ListedEntry[]> {
  const { dir, recursive, glob, since } = order
  const fits = filterOf(glob)
  const entries = recursive ? await entriesBelow(root, dir, signal) : await entriesIn(root, dir)
  const below = dir === '' ? 0 : dir.length + 1
  return entries.filter(({ path, kind, mtimeMs }) => {
    if (kind === 'dir') return glob === '' && since === undefined
    return mtimeMs >= (since ?? Number.NEGATIVE_INFINITY) && fits(path.slice(below))
  })
}

async function entriesIn(root: Root, dir: RelativePath): Promise<ListedEntry[]> {
  return (await root.list(dir)).filter(({ name }) => !name.startsWith('.'))
}

async function entriesBelow(root: Root, dir: RelativePath, signal: AbortSignal): Promise<ListedEntry[]> {
  const folders: RelativePath[] = []
  const skip = (path: RelativePath, kind: 'file' | 'dir') => {
    if (kind === 'dir') folders.push(path)
    return false
  }
  const entries: ListedEntry[] = []
  for (const { path, info } of await root.walk({ dir, stats: true, skip, signal })) {
    if (info !== undefined) entries.push({ path, kind: 'file', size: info.size, mtimeMs: info.mtimeMs })
  }
  for (const path of folders) {
    const info = await root.find(path)
    if (info !== undefined) entries.push({ path, kind: 'dir', size: null, mtimeMs: info.mtimeMs })
  }
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function filterOf(glob: string): (path: string) => boolean {
  if (glob === '') return () => true
  if (!isHarmlessGlob(glob)) {
    throw new DomainError<VaultReason>('pattern_too_slow', 'glob: too many stars or groups; make it simpler', {
      details: { key: 'glob' },
    })
  }
  return globFilter(glob)
}
