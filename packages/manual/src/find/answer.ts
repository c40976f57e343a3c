import type { Call } from '@shoko/contract'
import type { PassageLimits } from '@shoko/search'
import type { ManualContext } from '../context.ts'
import { DEFAULT_MAX_CANDIDATES, DEFAULT_TIME_MS } from './budget.ts'
import { findEvidence } from './find.ts'
import type { ManualPassage } from './passages.ts'

export interface ManualAnswer {
  readonly candidates: number
  readonly passages: readonly ManualPassage[]
}

/** What all manuals say to a question, for who asks other places too: the passages alone, no trace is kept. */
export async function answerFromManuals(
  ctx: ManualContext,
  { query, limits }: { readonly query: string; readonly limits: PassageLimits },
  call: Call,
): Promise<ManualAnswer> {
  const budget = { maxCandidates: DEFAULT_MAX_CANDIDATES, timeMs: DEFAULT_TIME_MS }
  const useCache = ctx.settings.semCacheEnabled
  const request = { query, manualId: undefined, expandScope: true, onlyUnscannedFrom: undefined, limits: budget, useCache }
  const { candidates, passagesWithin } = await findEvidence(ctx, request, call)
  return { candidates: candidates.length, passages: await passagesWithin(limits) }
}
