import { setImmediate } from 'node:timers/promises'
import { DomainError, type Progress } from '@shoko/contract'
import { parseDirectory, type RelativePath, type WalkedFile } from '@shoko/core-fs'
import { addressOfPath, type DocumentAddress, isMarkdown } from '../workspace/layout.ts'
import { listProjects } from '../workspace/projects.ts'
import { examineFile, type Followed, type FollowParts, followFile, rebuildFile } from './follow-file.ts'
import type { Replacement } from './store.ts'

export interface SyncStats {
  readonly scanned: number
  readonly updated: number
  readonly added: number
  readonly deleted: number
  readonly unchanged: number
}

export interface SyncOutcome {
  readonly stats: SyncStats
  /** Files that are not UTF-8 text, too large or closed to this user: paths below VIBE_ROOT. */
  readonly unreadable: readonly string[]
}

export interface SyncRequest {
  /** Absent: all projects. */
  readonly project?: string
  readonly signal: AbortSignal
  readonly report: (progress: Progress) => void
}

/** Makes the index follow the files: only what changed is read. */
export async function syncIndex(parts: FollowParts, request: SyncRequest): Promise<SyncOutcome> {
  const { store } = parts
  const scan = await scanFiles(parts, request)
  const counts = createCounts()
  const pace = createPace(request, scan.total)
  for (const [project, files] of scan.projects) {
    const known = store.knownFiles(project)
    for (const { address, file } of files) {
      const seen = known.get(address.inProject)
      known.delete(address.inProject)
      const found = await examineFile(parts, address, { seen, info: file.info })
      counts.add(typeof found === 'string' ? found : await write(found), address)
      await pace.step()
    }
    for (const path of known.keys()) {
      await parts.turn()
      if (store.remove(project, path)) counts.addDeleted()
    }
  }
  await tidy(parts, counts.written())
  return { stats: counts.stats(scan.total), unreadable: counts.unreadable }

  /** One transaction a file. What changed between reading and writing is looked at again. */
  async function write(replacement: Replacement) {
    await parts.turn()
    const [put] = store.put([replacement])
    if (!put) return followFile(parts, replacement.row.address)
    return replacement.seen === undefined ? 'added' : 'updated'
  }
}

/**
 * Indexes everything again, beside what is there. Searches see the old generation until the last document of the new one
 * is in; writers put their documents into both.
 */
export async function rebuildIndex(parts: FollowParts, request: SyncRequest): Promise<SyncOutcome> {
  const { store } = parts
  const scan = await scanFiles(parts, request)
  const names = [...scan.projects.keys()]
  const before = new Map(names.map((name) => [name, store.knownFiles(name)]))
  const counts = createCounts()
  await parts.turn()
  for (const name of names) store.beginRebuild(name)
  try {
    await fillGeneration()
    await parts.turn()
    store.finishRebuild(names)
  } catch (error) {
    await parts.turn()
    store.abandonRebuild(names)
    throw error
  } finally {
    await repeat(parts, store.sweep)
  }
  for (const left of before.values()) for (const _ of left) counts.addDeleted()
  await tidy(parts, counts.written())
  // What changed while the new generation was being built.
  await syncIndex(parts, { ...request, report: () => {} })
  return { stats: counts.stats(scan.total), unreadable: counts.unreadable }

  async function fillGeneration(): Promise<void> {
    const pace = createPace(request, scan.total)
    for (const { address } of [...scan.projects.values()].flat()) {
      const rebuilt = await rebuildFile(parts, address)
      const known = before.get(address.project)?.delete(address.inProject)
      counts.add(rebuilt === 'added' && known ? 'updated' : rebuilt, address)
      await pace.step()
    }
  }
}

/** Many small transactions leave the index in many pieces, which every search would have to go through. */
async function tidy(parts: FollowParts, written: number): Promise<void> {
  if (written >= MANY_DOCUMENTS) await repeat(parts, parts.store.merge)
}

/** Until nothing is left to do; others have their turn in between. */
async function repeat(parts: FollowParts, work: () => boolean): Promise<void> {
  await parts.turn()
  while (work()) {
    await setImmediate()
    await parts.turn()
  }
}

const MANY_DOCUMENTS = 200

interface Scan {
  readonly projects: ReadonlyMap<string, readonly { readonly address: DocumentAddress; readonly file: WalkedFile }[]>
  readonly total: number
}

/** The documents on disk by project; projects that are gone leave the index here. */
async function scanFiles({ root, store, turn }: FollowParts, { project, signal }: SyncRequest): Promise<Scan> {
  const there = await listProjects(root)
  const names = project === undefined ? there : there.filter((name) => name === project)
  const gone = store.projects().filter(({ name }) => !there.includes(name) && (project === undefined || name === project))
  await turn()
  for (const { name } of gone) store.removeProject(name)
  const known = new Set(store.projects().map(({ name }) => name))
  const projects = new Map<string, { readonly address: DocumentAddress; readonly file: WalkedFile }[]>()
  for (const name of names) {
    await turn()
    if (!known.has(name)) store.ensureProject(name)
    const files = await root.walk({ dir: parseDirectory(name), stats: true, signal, skip: isNoDocument }).catch(goneAway)
    projects.set(
      name,
      files.flatMap((file) => ({ address: addressOfPath(file.path)!, file })),
    )
  }
  return { projects, total: [...projects.values()].reduce((total, files) => total + files.length, 0) }
}

function isNoDocument(path: RelativePath, kind: 'file' | 'dir'): boolean {
  return kind === 'file' && !isMarkdown(path)
}

function goneAway(error: unknown): readonly WalkedFile[] {
  if (error instanceof DomainError && error.reason === 'not_found') return []
  throw error
}

function createCounts() {
  const counts = { added: 0, updated: 0, deleted: 0, unchanged: 0, unreadable: 0 }
  const unreadable: string[] = []
  return {
    unreadable,
    add(followed: Followed, address: DocumentAddress) {
      counts[followed]++
      if (followed === 'unreadable') unreadable.push(address.path)
    },
    addDeleted: () => void counts.deleted++,
    written: () => counts.added + counts.updated + counts.deleted,
    stats: (scanned: number): SyncStats => {
      const { added, updated, deleted, unchanged } = counts
      return { scanned, updated, added, deleted, unchanged }
    },
  }
}

const SLICE_MS = 12
const REPORT_MS = 200

/** Lets the event loop run every few milliseconds, reports now and then, and stops when the caller has gone. */
function createPace({ signal, report }: SyncRequest, total: number) {
  let sliceStart = performance.now()
  let reported = sliceStart
  let done = 0
  return {
    async step() {
      done++
      const now = performance.now()
      if (done === total || now - reported > REPORT_MS) {
        report({ progress: done, total, message: `indexed ${done} of ${total} documents` })
        reported = now
      }
      if (now - sliceStart < SLICE_MS) return
      await setImmediate()
      signal.throwIfAborted()
      sliceStart = performance.now()
    },
  }
}
