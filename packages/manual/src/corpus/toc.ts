import type { Call } from '@shoko/contract'
import type { RelativePath, WalkedFile } from '@shoko/core-fs'
import type { ManualContext } from '../context.ts'
import { throwIfCancelled } from './cancel.ts'
import { manualFileOf } from './manuals.ts'
import { fallbackTitle, fileTypeOf, parseFile } from './nodes.ts'
import { createPause } from './pause.ts'
import { readForIndex } from './read-file.ts'

export interface TocItem {
  path: string
  headings: { title: string; line_start: number }[]
}

/** Always what is on the disk now: the index answers for files it knows unchanged, the others are parsed here. */
export async function tableOfContents(ctx: ManualContext, dir: RelativePath, call: Call): Promise<TocItem[]> {
  const files = await ctx.root.walk({ dir, stats: true, signal: call.signal })
  const counted = files.filter(({ path }) => fileTypeOf(path) !== undefined)
  const pause = createPause()
  const items: TocItem[] = []
  for (const file of counted) {
    throwIfCancelled(call)
    const item = await tocItem(ctx, file)
    if (item !== undefined) items.push(item)
    await pause()
  }
  return items
}

async function tocItem(ctx: ManualContext, file: WalkedFile): Promise<TocItem | undefined> {
  const path = manualFileOf(file.path)!.path // the walk began inside a manual
  const headings = ctx.corpus.headingsOf(file) ?? (await headingsOnDisk(ctx, file))
  return headings === undefined ? undefined : { path, headings: headings.length > 0 ? headings : [fallback(path)] }
}

/** Undefined when the file went away; none when it cannot be parsed (not text, or too large to be indexed). */
async function headingsOnDisk(ctx: ManualContext, file: WalkedFile): Promise<TocItem['headings'] | undefined> {
  const read = await readForIndex(ctx.root, file.path)
  if (read.kind === 'gone') return undefined
  if (read.kind === 'skipped') return []
  const { nodes } = parseFile(file.path, read.text)
  return nodes.filter(({ level }) => level > 0).map(({ title, line }) => ({ title, line_start: line }))
}

function fallback(path: string): TocItem['headings'][number] {
  return { title: fallbackTitle(path), line_start: 1 }
}
