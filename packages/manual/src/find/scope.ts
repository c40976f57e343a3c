import type { ManualContext } from '../context.ts'
import { requireManual } from '../corpus/manuals.ts'
import { type TracedFindings, unscannedKeys } from './findings.ts'
import type { FindRequest } from './request.ts'

/** Which files a search may look at, and whether it may go beyond them. */
export interface Scope {
  readonly manualId: string | undefined
  /** The files that an earlier search left out; nothing else is looked at then. */
  readonly only: ReadonlySet<string> | undefined
  readonly canWiden: boolean
  /** One manual and nothing else was asked for: the files of the others count as left out. */
  readonly closed: boolean
  accepts(key: string): boolean
}

function leftOut(only: ReadonlySet<string>): Scope {
  return { manualId: undefined, only, canWiden: false, closed: false, accepts: (key) => only.has(key) }
}

export async function readScope(
  ctx: ManualContext,
  request: FindRequest,
  traced: (traceId: string) => Promise<TracedFindings>,
): Promise<Scope> {
  const manualId = request.manualId ?? ctx.settings.defaultManualId
  if (request.onlyUnscannedFrom !== undefined) {
    const only = new Set(unscannedKeys(await traced(request.onlyUnscannedFrom)))
    if (request.manualId === undefined) return leftOut(only)
    await requireManual(ctx.root, request.manualId)
    const inside = `${request.manualId}/`
    return leftOut(new Set([...only].filter((key) => key.startsWith(inside))))
  }
  const { expandScope } = request
  if (manualId === undefined) return { manualId, only: undefined, canWiden: expandScope, closed: false, accepts: () => true }
  await requireManual(ctx.root, manualId)
  const prefix = `${manualId}/`
  return { manualId, only: undefined, canWiden: expandScope, closed: !expandScope, accepts: (key) => key.startsWith(prefix) }
}
