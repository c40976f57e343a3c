import { type Call, plainCall } from '@shoko/contract'
import type { ManualContext } from '../context.ts'
import { startBudget } from './budget.ts'
import { cacheKeyOf, lookUp, remember } from './cached.ts'
import { conclude } from './conclude.ts'
import type { Findings, TracedFindings } from './findings.ts'
import { EVERYTHING, gather } from './gather.ts'
import { integrate } from './integrate.ts'
import { readQuery } from './query.ts'
import type { FindRequest } from './request.ts'
import { readScope, type Scope } from './scope.ts'
import { synonymsIn } from './synonyms-in.ts'
import { isWideningWanted, widen } from './widen.ts'

/** manual_find from request to findings; each step is a file beside this one. */
export async function findEvidence(ctx: ManualContext, request: FindRequest, call: Call = plainCall): Promise<Findings> {
  const began = ctx.clock.now()
  const scope = await readScope(ctx, request, (traceId) => findingsOf(ctx, traceId, call))
  // Files that the index does not have yet; it may get them while this search runs, which would then half know them.
  const waiting = await ctx.corpus.refresh(call, request.limits.timeMs)
  const budget = startBudget(ctx.clock, request.limits)
  const query = readQuery(request.query, { groups: synonymsIn(ctx.corpus, scope), termsOf: ctx.corpus.ranker.terms })
  const thresholds = await ctx.stats.thresholds()

  const key = cacheKeyOf(ctx, request, query)
  const known = waiting.size > 0 ? undefined : await lookUp(ctx, key)
  const findings = known?.findings ?? (await runStages())
  await remember(ctx, { key, known, findings, query, thresholds, began })
  return { ...findings, query: request.query }

  async function runStages(): Promise<Findings> {
    const gathered = gather(ctx, { query, budget, accepts: scopeWithout(scope, waiting), filters: EVERYTHING, taken: [] })
    const integrated = await integrate(ctx, { query, call }, gathered.candidates)
    const wanted = isWideningWanted(integrated, thresholds, ctx.settings)
    const canWiden = scope.canWiden && !budget.expired
    const common = { query, scope, waiting }
    if (!wanted || !canWiden) return conclude(ctx, { ...common, integrated, pass: gathered, widened: false, blocked: wanted })
    const pass = widen(ctx, { ...common, budget, found: gathered.candidates })
    return conclude(ctx, {
      ...common,
      integrated: await integrate(ctx, { query, call }, pass.candidates),
      pass,
      widened: true,
      blocked: false,
    })
  }
}

/** What an earlier search found; made again where another server found it. */
export function findingsOf(ctx: ManualContext, traceId: string, call: Call): Promise<TracedFindings> {
  return ctx.traces.get(traceId, { principal: call.principal, search: (request) => findEvidence(ctx, request, call) })
}

function scopeWithout(scope: Scope, waiting: ReadonlySet<string>): Scope['accepts'] {
  return waiting.size === 0 ? scope.accepts : (key) => scope.accepts(key) && !waiting.has(key)
}
