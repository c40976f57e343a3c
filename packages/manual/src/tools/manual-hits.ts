import { type Call, defineTool, plainCall } from '@shoko/contract'
import { listInput, listOutput, nonBlank, oneOf } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { ManualContext } from '../context.ts'
import { findingsOf } from '../find/find.ts'
import type { ManualReason } from '../reasons.ts'
import { hitKinds, hitPage } from '../trace/hit-rows.ts'

export const ManualHitsInput = Type.Object(
  {
    trace_id: nonBlank(),
    kind: Type.Optional(oneOf(hitKinds, 'Default candidates')),
    explain: Type.Optional(Type.Boolean({ description: 'With score parts and matched terms' })),
    ...listInput,
  },
  { additionalProperties: false },
)
export const ManualHitsOutput = Type.Object({
  trace_id: Type.String(),
  kind: oneOf(hitKinds),
  offset: Type.Integer(),
  limit: Type.Integer(),
  ...listOutput,
  manual_id: Type.Optional(Type.String()),
  items: Type.Array(Type.Record(Type.String(), Type.Unknown())),
})

export type ManualHitsInput = Static<typeof ManualHitsInput>
export type ManualHitsOutput = Static<typeof ManualHitsOutput>

/** Pages through what a search found. */
export async function listHits(ctx: ManualContext, input: ManualHitsInput, call: Call = plainCall): Promise<ManualHitsOutput> {
  const { trace_id, kind = 'candidates', offset = 0, limit = 50, version, explain = false } = input
  const request = { kind, offset, limit, explain, ...(version === undefined ? {} : { version }) }
  const findings = await findingsOf(ctx, trace_id, call)
  const { items, manualId, ...page } = await hitPage(ctx, findings, request)
  const manual = manualId === undefined ? {} : { manual_id: manualId }
  return { trace_id, kind, offset, limit, ...page, ...manual, items: items as Record<string, unknown>[] } // rows are plain objects
}

export const manualHits = defineTool<ManualContext, typeof ManualHitsInput, typeof ManualHitsOutput, ManualReason>({
  name: 'manual_hits',
  title: 'Evidence that a search found',
  description:
    "See more of what manual_find found, page by page: ranked candidates, unscanned files, both sides of conflicts, gaps, the claim graph. Its items are refs for manual_read. Example: {trace_id: '…', kind: 'conflicts'}.",
  effect: 'read',
  input: ManualHitsInput,
  output: ManualHitsOutput,
  errors: ['invalid_argument', 'not_found', 'permission_denied', 'disk_error'],
  logFields: ({ trace_id }, { kind, total }) => ({ trace_id, kind, total }),
  run: listHits,
})
