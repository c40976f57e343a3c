import { type Call, defineTool, plainCall } from '@shoko/contract'
import { Line, nextActions, nonBlank, oneOf, passageLimits } from '@shoko/contract/schema'
import { parseDirectory } from '@shoko/core-fs'
import { DEFAULT_MAX_CHARS, DEFAULT_MAX_PASSAGES } from '@shoko/search'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { VaultContext } from '../context.ts'
import { findCandidates } from '../find/find.ts'
import { SEARCH_REASONS, type VaultReason } from '../reasons.ts'
import { DirectoryParam, GlobParam } from '../scope.ts'
import { orWhichFolders } from '../what-there-is.ts'

export const VaultFindInput = Type.Object(
  {
    query: nonBlank('Words in Japanese, Spanish or English'),
    scope: Type.Optional(Type.Object({ relative_dir: Type.Optional(DirectoryParam), glob: Type.Optional(GlobParam) })),
    limits: Type.Optional(passageLimits),
    budget: Type.Optional(
      Type.Object(
        {
          max_candidates: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 200' })),
          time_ms: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 60000' })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
const Count = Type.Integer({ minimum: 0 })
const Ratio = Type.Number({ minimum: 0, maximum: 1 })
export const VaultFindOutput = Type.Object({
  trace_id: Type.String(),
  passages: Type.Array(
    Type.Object({
      path: Type.String(),
      start_line: Line,
      end_line: Line,
      heading: Type.String(),
      text: Type.String(),
      confidence: Ratio,
      hash: Type.String(),
    }),
  ),
  summary: Type.Object({
    scanned_files: Count,
    scanned_nodes: Count,
    candidates: Count,
    warnings: Count,
    max_stage_applied: Type.Number(),
    scope_expanded: Type.Boolean(),
    integrated_candidates: Count,
    signal_coverage: Type.Object({ normalized: Count, loose: Count }),
    file_bias_ratio: Ratio,
    gap_ranges_count: Count,
    sufficiency_score: Ratio,
    integration_status: oneOf(['ready', 'needs_followup', 'blocked']),
    cutoff_reason: Type.Optional(oneOf(['time_budget', 'candidate_cap', 'stage_cap', 'hard_limit'])),
  }),
  next_actions: nextActions([
    'vault_read',
    'vault_search',
    'vault_scan',
    'vault_coverage',
    'artifact_audit',
    'vault_find',
    'stop',
  ]),
})

export type VaultFindInput = Static<typeof VaultFindInput>
export type VaultFindOutput = Static<typeof VaultFindOutput>

export async function findNotes(ctx: VaultContext, input: VaultFindInput, call: Call = plainCall): Promise<VaultFindOutput> {
  const { query, scope = {}, budget = {}, limits = {} } = input
  const { max_passages: maxPassages = DEFAULT_MAX_PASSAGES, max_chars: maxChars = DEFAULT_MAX_CHARS } = limits
  const { max_candidates: maxCandidates = 200, time_ms: timeMs = 60_000 } = budget
  const found = await findCandidates(ctx, { query, scope, maxCandidates, timeMs, maxPassages, maxChars }, call)
  const { traceId, passages, summary, nextActions: proposed } = found
  return { trace_id: traceId, passages: [...passages], summary, next_actions: [...proposed] }
}

/** A folder of the wrong type is a bad path, as it is everywhere else. */
function checkDirectory(scope: unknown): void {
  if (typeof scope === 'object' && scope !== null && 'relative_dir' in scope) parseDirectory(scope.relative_dir)
}

export const vaultFind = defineTool<VaultContext, typeof VaultFindInput, typeof VaultFindOutput, VaultReason>({
  name: 'vault_find',
  title: 'Find what the notes say',
  description:
    "What do the notes say? Answers with the passages themselves, best first, and judges whether they are enough. For exact text: vault_search. Example: {query: 'water hardness'}.",
  effect: 'read',
  input: VaultFindInput,
  output: VaultFindOutput,
  errors: SEARCH_REASONS,
  precheck: async (_context, input, failingKey) => {
    if (failingKey === 'scope') checkDirectory(input.scope)
  },
  logFields: (_input, { trace_id, summary, next_actions }) => ({
    trace_id,
    candidates: summary.candidates,
    integrated_candidates: summary.integrated_candidates,
    file_bias_ratio: summary.file_bias_ratio,
    gap_ranges_count: summary.gap_ranges_count,
    sufficiency_score: summary.sufficiency_score,
    integration_status: summary.integration_status,
    next_actions: next_actions.map((action) => action.type),
  }),
  run: (ctx, input, call) =>
    orWhichFolders(ctx, { path: input.scope?.relative_dir ?? '', call }, () => findNotes(ctx, input, call)),
})
