import type { ManualContext } from '../context.ts'
import type { Findings } from './findings.ts'
import { wellFormedActions } from './hooks.ts'
import { type NextAction, nextActions } from './next-actions.ts'

/** The built-in proposals, or those of the host's planner when it gives a well-formed list. */
export async function planNextActions(ctx: ManualContext, findings: Findings, traceId: string): Promise<readonly NextAction[]> {
  const actions = nextActions(findings, traceId)
  const { planner } = ctx.hooks
  if (planner === undefined) return actions
  const { query, summary, graph } = findings
  const planned = wellFormedActions(
    await planner({ trace_id: traceId, query, summary, claim_graph: graph, next_actions: actions }),
  )
  if (planned === undefined) ctx.logger.log('warn', { event: 'planner_ignored' })
  return planned ?? actions
}
