import type { Call } from '@shoko/contract'
import type { RelativePath, WalkedFile } from '@shoko/core-fs'
import { parsePath } from '@shoko/core-fs'
import { yieldEvery } from '@shoko/follow'
import type { ManualContext } from '../context.ts'
import { throwIfCancelled } from './cancel.ts'
import { manualFileOf, refusal, visiblePath } from './manuals.ts'
import { fallbackTitle, fileTypeOf, parseFile } from './nodes.ts'
import { readForIndex } from './read-file.ts'

export interface TocEntry {
  /** Relative to the manual. */
  readonly path: string
  readonly title: string
  readonly line_start: number
}

export interface TocRequest {
  readonly manualId: string
  /** A folder or file of the manual. */
  readonly path: string | undefined
  /** Headings of this level and above. */
  readonly depth: number | undefined
}

/** A heading with its level; 0 for a file without one. */
export interface LeveledHeading {
  readonly title: string
  readonly line_start: number
  readonly level: number
}

/** Always what is on the disk now: the index answers for files it knows unchanged, the others are parsed here. */
export async function tableOfContents(ctx: ManualContext, request: TocRequest, call: Call): Promise<TocEntry[]> {
  const pause = yieldEvery()
  const entries: TocEntry[] = []
  for (const file of await filesIn(ctx, request, call)) {
    throwIfCancelled(call)
    entries.push(...(await entriesOf(ctx, file, request.depth ?? Number.POSITIVE_INFINITY)))
    await pause()
  }
  return entries
}

async function filesIn(ctx: ManualContext, { manualId, path }: TocRequest, call: Call): Promise<WalkedFile[]> {
  const dir = parsePath(path === undefined ? manualId : `${manualId}/${visiblePath(path)}`)
  const info = await ctx.root.find(dir)
  if (info === undefined) throw refusal('not_found', `${path} is not in this manual; manual_ls lists what is`)
  if (info.kind === 'file') return isCounted(dir) ? [{ path: dir, info }] : []
  const files = await ctx.root.walk({ dir, stats: true, signal: call.signal })
  return files.filter((file) => isCounted(file.path))
}

function isCounted(path: RelativePath): boolean {
  return fileTypeOf(path) !== undefined
}

async function entriesOf(ctx: ManualContext, file: WalkedFile, depth: number): Promise<TocEntry[]> {
  const path = manualFileOf(file.path)!.path // the walk began inside a manual
  const headings = ctx.corpus.headingsOf(file) ?? (await headingsOnDisk(ctx, file))
  if (headings === undefined) return []
  if (headings.length === 0) return [{ path, title: fallbackTitle(path), line_start: 1 }]
  return headings.filter(({ level }) => level <= depth).map(({ title, line_start }) => ({ path, title, line_start }))
}

/** Undefined when the file went away; none when it cannot be parsed (not text, or too large to be indexed). */
async function headingsOnDisk(ctx: ManualContext, file: WalkedFile): Promise<LeveledHeading[] | undefined> {
  const read = await readForIndex(ctx.root, file.path)
  if (read.kind === 'gone') return undefined
  if (read.kind === 'skipped') return []
  const { nodes } = parseFile(file.path, read.text)
  return nodes.filter(({ level }) => level > 0).map(({ title, line, level }) => ({ title, line_start: line, level }))
}
