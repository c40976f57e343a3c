import { defineTool } from '@shoko/contract'
import { Line, LineRange, listInput, listOutput, nextActions, nullable, oneOf, PathParam, Warnings } from '@shoko/contract/schema'
import { PATH_REASONS, parsePath } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { FINDING_KINDS } from '../artifact/model.ts'
import { CitedRanges, checkRanges } from '../cited-ranges.ts'
import type { AuditContext, AuditReason } from '../context.ts'
import { judgeAside } from '../judge-aside.ts'

export const ArtifactAuditInput = Type.Object(
  {
    artifact_path: PathParam,
    source_path: PathParam,
    cited_ranges: Type.Optional(CitedRanges),
    include_nodes: Type.Optional(Type.Boolean()),
    ...listInput,
  },
  { additionalProperties: false },
)

export const ArtifactAuditOutput = Type.Object({
  artifact_path: Type.String(),
  source_path: Type.String(),
  rootless_nodes: Type.Integer(),
  orphan_branches: Type.Integer(),
  one_way_refs: Type.Integer(),
  coverage_ratio: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  uncovered_ranges_count: Type.Integer(),
  uncovered_ranges: Type.Array(LineRange),
  stale_ranges: Type.Optional(Type.Array(LineRange)),
  marginal_gain: nullable(Type.Number({ minimum: 0 })),
  needs_forced_full_scan: Type.Boolean(),
  next_actions: nextActions(['vault_scan', 'vault_coverage', 'artifact_audit', 'stop']),
  findings: Type.Array(
    Type.Object({
      kind: oneOf(FINDING_KINDS),
      message: Type.String(),
      node_id: nullable(Type.String()),
      line: Line,
      truncated: Type.Optional(Type.Boolean()),
    }),
  ),
  nodes: Type.Optional(
    Type.Array(
      Type.Object({
        node_id: Type.String(),
        title: Type.String(),
        line: Line,
        source_lines: Type.Array(LineRange),
        truncated: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
  warnings: Warnings,
  ...listOutput,
})

export type ArtifactAuditInput = Static<typeof ArtifactAuditInput>
export type ArtifactAuditOutput = Static<typeof ArtifactAuditOutput>

/** Whether an artifact stands on its source. Checks come in the order paths, ranges, existence. */
export async function auditVaultArtifact(ctx: AuditContext, input: ArtifactAuditInput): Promise<ArtifactAuditOutput> {
  const artifactPath = parsePath(input.artifact_path)
  const sourcePath = parsePath(input.source_path)
  checkRanges(input.cited_ranges ?? [])
  const artifact = await ctx.root.readText(artifactPath)
  const source = await ctx.root.readText(sourcePath)
  return judgeAside({
    artifact: { path: artifactPath, text: artifact.text },
    source: { path: sourcePath, text: source.text, hash: source.hash },
    input,
    settings: ctx.settings,
  })
}

export const artifactAudit = defineTool<AuditContext, typeof ArtifactAuditInput, typeof ArtifactAuditOutput, AuditReason>({
  name: 'artifact_audit',
  title: 'Check an artifact against its source',
  description:
    "Is a flowchart, table or document (Markdown, Mermaid, CSV, TSV, JSON) backed by its source? Reports rootless nodes, orphan branches and one-way references; without cited_ranges its own source_lines count. Follow next_actions. Example: {artifact_path: 'flow.md', source_path: 'interview.md'}.",
  effect: 'read',
  input: ArtifactAuditInput,
  output: ArtifactAuditOutput,
  errors: ['invalid_argument', ...PATH_REASONS, 'not_text'],
  argumentOrder: ['artifact_path', 'source_path', 'cited_ranges'],
  precheck: async (_context, input, failingKey) => {
    if (failingKey === 'source_path' || failingKey === 'cited_ranges') parsePath(input.artifact_path)
    if (failingKey === 'cited_ranges') parsePath(input.source_path)
  },
  logFields: (_input, { artifact_path, source_path, rootless_nodes, orphan_branches, one_way_refs }) => ({
    artifact_path,
    source_path,
    rootless_nodes,
    orphan_branches,
    one_way_refs,
  }),
  run: auditVaultArtifact,
})
