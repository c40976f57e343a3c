import { type Call, defineTool } from '@shoko/contract'
import { nextActions as NextActions, nonBlank, oneOf, passageLimits } from '@shoko/contract/schema'
import { DEFAULT_MAX_CHARS, DEFAULT_MAX_PASSAGES } from '@shoko/search'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { answerGraph } from '../claims/answer-graph.ts'
import { claimStatuses, coverageStatuses, relations } from '../claims/claim-graph.ts'
import type { ManualContext } from '../context.ts'
import { DEFAULT_MAX_CANDIDATES, DEFAULT_TIME_MS } from '../find/budget.ts'
import { signalNames } from '../find/candidate.ts'
import { findEvidence } from '../find/find.ts'
import type { Findings } from '../find/findings.ts'
import { actionTypes } from '../find/next-actions.ts'
import type { ManualPassage } from '../find/passages.ts'
import { planNextActions } from '../find/plan.ts'
import type { FindRequest } from '../find/request.ts'
import { integrationStatuses } from '../find/summary.ts'
import type { ManualReason } from '../reasons.ts'
import { facetNames } from '../words/facet-hints.ts'

const AtLeastOne = Type.Integer({ minimum: 1 })
const Count = Type.Integer({ minimum: 0 })
const Share = Type.Number({ minimum: 0, maximum: 1 })

export const ManualFindInput = Type.Object(
  {
    query: nonBlank('A question or keywords in Japanese, Spanish or English'),
    manual_id: Type.Optional(nonBlank()),
    expand_scope: Type.Optional(Type.Boolean({ description: 'Default true: go beyond the manual when it answers too little' })),
    only_unscanned_from_trace_id: Type.Optional(nonBlank('Search only the files that this trace left out')),
    include_claim_graph: Type.Optional(Type.Boolean()),
    explain: Type.Optional(Type.Boolean()),
    limits: Type.Optional(passageLimits),
    use_cache: Type.Optional(Type.Boolean()),
    budget: Type.Optional(
      Type.Object({
        max_candidates: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 200' })),
        time_ms: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 60000' })),
      }),
    ),
  },
  { additionalProperties: false },
)

const ClaimGraphOutput = Type.Object({
  claims: Type.Array(
    Type.Object({
      claim_id: Type.String(),
      facet: oneOf(facetNames),
      text: Type.String(),
      status: oneOf(claimStatuses),
      confidence: Share,
    }),
  ),
  evidences: Type.Array(
    Type.Object({
      evidence_id: Type.String(),
      ref: Type.Object({
        target: Type.Literal('manual'),
        manual_id: Type.String(),
        path: Type.String(),
        start_line: AtLeastOne,
      }),
      signals: Type.Array(oneOf(signalNames)),
      score: Type.Number(),
      snippet_digest: Type.String(),
      quote: Type.String(),
    }),
  ),
  edges: Type.Array(
    Type.Object({
      from_claim_id: Type.String(),
      to_evidence_id: Type.String(),
      relation: oneOf(relations),
      confidence: Share,
    }),
  ),
  facets: Type.Array(
    Type.Object({
      facet: oneOf(facetNames),
      claim_count: Count,
      supported_count: Count,
      conflicted_count: Count,
      unresolved_count: Count,
      coverage_status: oneOf(coverageStatuses),
    }),
  ),
  truncated: Type.Boolean(),
})

const PassageOutput = Type.Object({
  ref: Type.Object({ manual_id: Type.String(), path: Type.String(), start_line: AtLeastOne, end_line: AtLeastOne }),
  heading: Type.String(),
  text: Type.String(),
  confidence: Share,
  evidence: Type.Optional(Type.Record(Type.String(), Type.Number(), { description: 'With explain' })),
})

export const ManualFindOutput = Type.Object({
  trace_id: Type.String(),
  passages: Type.Array(PassageOutput),
  claim_graph: Type.Optional(ClaimGraphOutput),
  summary: Type.Object({
    scanned_files: Count,
    scanned_nodes: Count,
    candidates: Count,
    file_bias_ratio: Share,
    conflict_count: Count,
    gap_count: Count,
    integration_status: oneOf(integrationStatuses),
  }),
  warnings: Type.Optional(Type.Integer({ minimum: 1, description: 'Files in scope that cannot be searched' })),
  next_actions: NextActions(actionTypes),
})

export type ManualFindInput = Static<typeof ManualFindInput>
export type ManualFindOutput = Static<typeof ManualFindOutput>

/** Searches manuals for evidence and says what it adds up to. The evidence itself stays in the trace, for manual_hits. */
export async function findInManuals(ctx: ManualContext, input: ManualFindInput, call: Call): Promise<ManualFindOutput> {
  const request = requestOf(ctx, input)
  const findings = await findEvidence(ctx, request, call)
  await call.giveWay?.()
  const traceId = await ctx.traces.keep({ findings, request }, call.principal)
  const { graph, summary, warnings } = findings
  const passages = await passagesFor(findings, input)
  return {
    trace_id: traceId,
    passages: passages.map((passage) => shown(passage, input.explain === true)),
    ...(input.include_claim_graph === true
      ? { claim_graph: answerGraph(graph) as ManualFindOutput['claim_graph'] & object }
      : {}), // readonly here, plain on the wire
    summary,
    ...(warnings > 0 ? { warnings } : {}),
    // The first one leads to the first passage that the caller sees.
    next_actions: [...(await planNextActions(ctx, { ...findings, passages }, traceId))],
  }
}

/** Limits only cut what is returned: status and claims are those of the usual ones. */
async function passagesFor(
  { passages, passagesWithin }: Findings,
  { limits }: ManualFindInput,
): Promise<readonly ManualPassage[]> {
  const { max_passages: maxPassages = DEFAULT_MAX_PASSAGES, max_chars: maxChars = DEFAULT_MAX_CHARS } = limits ?? {}
  if (maxPassages === 0) return []
  const areUsual = maxPassages === DEFAULT_MAX_PASSAGES && maxChars === DEFAULT_MAX_CHARS
  return areUsual ? passages : passagesWithin({ maxPassages, maxChars })
}

function shown(
  { ref, heading, text, confidence, evidence }: ManualPassage,
  isExplained: boolean,
): ManualFindOutput['passages'][number] {
  return { ref, heading, text, confidence, ...(isExplained ? { evidence: { ...evidence } } : {}) }
}

export const manualFind = defineTool<ManualContext, typeof ManualFindInput, typeof ManualFindOutput, ManualReason>({
  name: 'manual_find',
  title: 'Look a question up in the manuals',
  description:
    "What does the manual say about it? Answers with its passages, and weighs the evidence (conflicts, gaps, claims with include_claim_graph). Not for notes: vault_find. Example: {query: 'is flood damage covered'}.",
  effect: 'read',
  input: ManualFindInput,
  output: ManualFindOutput,
  errors: ['invalid_argument', 'not_found', 'cancelled', 'permission_denied', 'disk_error'],
  logFields: (_input, { trace_id, summary, next_actions }) => ({
    trace_id,
    candidates: summary.candidates,
    file_bias_ratio: summary.file_bias_ratio,
    gap_count: summary.gap_count,
    conflict_count: summary.conflict_count,
    integration_status: summary.integration_status,
    next_actions: next_actions.map(({ type }) => type),
  }),
  run: findInManuals,
})

function requestOf(ctx: ManualContext, input: ManualFindInput): FindRequest {
  return {
    query: input.query,
    manualId: input.manual_id,
    expandScope: input.expand_scope ?? true,
    onlyUnscannedFrom: input.only_unscanned_from_trace_id,
    limits: {
      maxCandidates: input.budget?.max_candidates ?? DEFAULT_MAX_CANDIDATES,
      timeMs: input.budget?.time_ms ?? DEFAULT_TIME_MS,
    },
    useCache: input.use_cache ?? ctx.settings.semCacheEnabled,
  }
}
