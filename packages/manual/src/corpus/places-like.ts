import type { Call } from '@shoko/contract'
import { didYouMean } from '@shoko/search'
import type { ManualContext } from '../context.ts'
import { listManuals } from './manuals.ts'

/** Names are proposed from what is known by then. */
const WAIT_MS = 250

interface Named {
  readonly manualId: string | undefined
  readonly path: string
}

/** Manuals that are called much like one that is not there; or, where it is, files of it with a path much like this one. */
export async function placesLike(ctx: ManualContext, { manualId, path }: Named, call: Call): Promise<readonly string[]> {
  const { manuals } = await listManuals(ctx.root)
  if (manualId !== undefined && !manuals.includes(manualId)) return didYouMean(manuals, manualId)
  await ctx.corpus.refresh(call, WAIT_MS)
  const files = [...ctx.corpus.records.values()].filter((record) => manualId === undefined || record.manualId === manualId)
  return didYouMean(new Set(files.map((record) => record.path)), path)
}
