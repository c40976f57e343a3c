import type { Progress } from '@shoko/contract'
import type { FileInfo, RelativePath, WalkedFile } from '@shoko/core-fs'
import type { Catalog } from './catalog.ts'
import { indexedFile, type Stamp, sameStamp, skippedFile, stampOf } from './file-record.ts'
import type { ManualRoots } from './manual-roots.ts'
import { isHidden, manualFileOf } from './manuals.ts'
import { createPause } from './pause.ts'
import { type ReadResult, readForIndex } from './read-file.ts'

/** Files that the catalog does not show as they are on the disk, in the order in which they will be read. */
export type Pending = Set<RelativePath>

export interface SyncPorts {
  readonly root: ManualRoots
  readonly catalog: Catalog
  readonly pending: Pending
}

export function walkManuals(root: ManualRoots): Promise<WalkedFile[]> {
  return root.walk({ stats: true })
}

/** Compares everything on the disk with the catalog by size and times: no file is opened. */
export function sweep({ catalog, pending }: Omit<SyncPorts, 'root'>, walked: readonly WalkedFile[]): void {
  const there = new Set<string>()
  for (const file of walked) {
    if (manualFileOf(file.path) === undefined) continue
    there.add(file.path)
    if (isStale(catalog, file)) pending.add(file.path)
  }
  for (const key of catalog.records.keys()) if (!there.has(key)) pending.add(key as RelativePath) // keys of records are such paths
}

/** The same for paths that a watcher named; a directory stands for all that is and was below it. */
export async function inspect(ports: SyncPorts, paths: readonly RelativePath[]): Promise<void> {
  for (const path of paths) await inspectOne(ports, path)
}

/** Reads what is pending into the catalog, a few files at a time, and gives way to other calls in between. */
export async function catchUp(ports: SyncPorts, report: (progress: Progress) => void): Promise<void> {
  const pause = createPause()
  let done = 0
  while (ports.pending.size > 0) {
    const batch = [...ports.pending.keys().take(BATCH)]
    const results = await Promise.all(batch.map((path) => readForIndex(ports.root, path)))
    for (const [index, path] of batch.entries()) {
      takeIn(ports.catalog, path, results[index]!)
      ports.pending.delete(path)
      done++
      await pause()
    }
    report({ progress: done, total: done + ports.pending.size, message: 'indexing manuals' })
  }
}

const BATCH = 16

function isStale({ records }: Catalog, { path, info }: WalkedFile): boolean {
  const known = records.get(path)
  return known === undefined || info === undefined || !sameStamp(known.stamp, stampOf(info))
}

async function inspectOne({ root, catalog, pending }: SyncPorts, path: RelativePath): Promise<void> {
  if (path.split('/').some(isHidden)) return
  if (manualFileOf(path) !== undefined) pending.add(path)
  const prefix = `${path}/`
  for (const key of catalog.records.keys()) if (path === '' || key.startsWith(prefix)) pending.add(key as RelativePath) // as above
  const info = await root.find(path).catch(() => undefined)
  if (info?.kind !== 'dir') return
  const below = await root.walk({ dir: path, stats: true }).catch(() => [])
  for (const file of below) {
    if (manualFileOf(file.path) === undefined) continue
    if (isStale(catalog, file)) pending.add(file.path)
    else pending.delete(file.path)
  }
}

function takeIn(catalog: Catalog, path: RelativePath, read: ReadResult): void {
  if (read.kind === 'gone') {
    catalog.drop(path)
    return
  }
  const stamp = settledStamp(read.info)
  const known = catalog.records.get(path)
  if (known !== undefined && sameStamp(known.stamp, stamp)) return
  catalog.put(read.kind === 'text' ? indexedFile(path, { text: read.text, stamp }) : skippedFile(path, stamp))
}

/** A file written a moment ago may be written again within the same tick of its clock: the next sweep shall look at it once more. */
function settledStamp(info: FileInfo): Stamp {
  const stamp = stampOf(info)
  return Math.abs(Date.now() - info.mtimeMs) > TICK_MS ? stamp : [stamp[0], stamp[1], stamp[2], -1]
}

const TICK_MS = 20
