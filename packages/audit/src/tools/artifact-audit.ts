import { defineTool } from '@shoko/contract'
import { Line, LineRange, listInput, listOutput, nextActions, nullable, oneOf, PathParam } from '@shoko/contract/schema'
import { codePointLength, parsePath, splitLines, stripBom } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { type Artifact, type ArtifactNode, FINDING_KINDS, type FindingKind } from '../artifact/model.ts'
import { readArtifact } from '../artifact/read-artifact.ts'
import { CitedRanges, checkRanges, sortOutStale } from '../cited-ranges.ts'
import type { AuditContext, AuditReason } from '../context.ts'
import { auditArtifact, type Finding } from '../graph.ts'
import { pageTogether } from '../page-together.ts'
import { type Coverage, countRangeLines, measureCoverage, normaliseRanges, roundRatio, subtractRanges } from '../ranges.ts'
import { notUnderstood } from '../understanding.ts'

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
  warnings: Type.Optional(Type.Array(Type.String())),
  ...listOutput,
})

export type ArtifactAuditInput = Static<typeof ArtifactAuditInput>
export type ArtifactAuditOutput = Static<typeof ArtifactAuditOutput>

/** Whether an artifact stands on its source. Checks come in the order paths, ranges, existence. */
export async function auditVaultArtifact(context: AuditContext, input: ArtifactAuditInput): Promise<ArtifactAuditOutput> {
  const artifactPath = parsePath(input.artifact_path)
  const sourcePath = parsePath(input.source_path)
  checkRanges(input.cited_ranges ?? [])
  const artifactText = (await context.root.readText(artifactPath)).text
  const sourceFile = await context.root.readText(sourcePath)
  const artifact = readArtifact(artifactPath, artifactText)
  const source = splitLines(stripBom(sourceFile.text))
  const { fresh, stale } = sortOutStale(input.cited_ranges ?? [], sourceFile.hash)
  const cited = input.cited_ranges === undefined ? artifact.citations.map(({ range }) => range) : fresh
  const judged = {
    findings: auditArtifact(artifact, source.length),
    cited: cited.length > 0,
    coverage: measureCoverage(cited, source.length),
    gain: marginalGain(cited, source),
  }
  const forced = needsFullScan(context, judged)
  const warnings = notUnderstood(artifact, artifactText === '' ? 0 : 1)
  return {
    artifact_path: artifactPath,
    source_path: sourcePath,
    ...countFindings(judged.findings),
    coverage_ratio: judged.cited ? roundRatio(judged.coverage.ratio) : null,
    uncovered_ranges_count: judged.coverage.uncovered.length,
    marginal_gain: judged.gain === null ? null : roundRatio(judged.gain),
    needs_forced_full_scan: forced,
    next_actions: [forced ? scanNext(sourcePath, judged.coverage) : { type: 'stop', confidence: 0.9, params: null }],
    ...pageOfLists(context, { input, artifact, judged, stale }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

/** One offset for all lists of the answer; `total` counts the findings. */
function pageOfLists(
  { settings }: AuditContext,
  audit: {
    readonly input: ArtifactAuditInput
    readonly artifact: Artifact
    readonly judged: Judged
    readonly stale: readonly LineRange[]
  },
) {
  const { findings, coverage } = audit.judged
  const shown = audit.input.include_nodes ?? false
  const { lists, ...page } = pageTogether(
    {
      findings,
      uncovered_ranges: coverage.uncovered,
      nodes: shown ? audit.artifact.nodes.map(showNode) : [],
      stale_ranges: audit.stale,
    },
    audit.input,
    settings,
  )
  return {
    findings: lists.findings,
    uncovered_ranges: lists.uncovered_ranges,
    ...(shown ? { nodes: lists.nodes } : {}),
    ...(audit.stale.length > 0 ? { stale_ranges: lists.stale_ranges } : {}),
    ...page,
    total: findings.length,
  }
}

function showNode({ id, title, line, sources }: ArtifactNode) {
  return { node_id: id, title, line, source_lines: sources }
}

interface Judged {
  readonly findings: readonly Finding[]
  readonly cited: boolean
  readonly coverage: Coverage
  readonly gain: number | null
}

function needsFullScan({ settings }: AuditContext, { findings, cited, coverage, gain }: Judged): boolean {
  if (findings.length > 0) return true
  if (!cited) return coverage.totalLines > 0
  if (coverage.ratio < settings.coverageMinRatio) return true
  return gain !== null && gain >= settings.marginalGainMin && coverage.uncovered.length > 0
}

/** Lines that the last cited range adds to the others, for each token (four characters) that it costs to read. */
function marginalGain(cited: readonly LineRange[], source: readonly string[]): number | null {
  const last = cited.at(-1)
  if (last === undefined) return null
  const [range] = normaliseRanges([last], source.length)
  if (range === undefined) return 0
  const added = countRangeLines(subtractRanges(range, normaliseRanges(cited.slice(0, -1), source.length)))
  const text = source.slice(range.start_line - 1, range.end_line).join('\n')
  // A single blank line has no characters, but reading it is not free.
  return added / Math.max(1, Math.ceil(codePointLength(text) / 4))
}

function countFindings(findings: readonly Finding[]) {
  const count = (kind: FindingKind) => findings.filter((finding) => finding.kind === kind).length
  return {
    rootless_nodes: count('rootless_node'),
    orphan_branches: count('orphan_branch'),
    one_way_refs: count('one_way_ref'),
  }
}

function scanNext(path: string, coverage: Coverage) {
  const start_line = coverage.uncovered[0]?.start_line ?? 1
  return { type: 'vault_scan' as const, confidence: 0.8, params: { path, cursor: { start_line } } }
}

export const artifactAudit = defineTool<AuditContext, typeof ArtifactAuditInput, typeof ArtifactAuditOutput, AuditReason>({
  name: 'artifact_audit',
  title: 'Check an artifact against its source',
  description:
    "Is a flowchart, table or document (Markdown, Mermaid, CSV, TSV, JSON) backed by its source? Reports rootless nodes, orphan branches and one-way references; without cited_ranges its own source_lines count. Follow next_actions. Example: {artifact_path: 'flow.md', source_path: 'interview.md'}.",
  effect: 'read',
  input: ArtifactAuditInput,
  output: ArtifactAuditOutput,
  errors: [
    'invalid_path',
    'invalid_argument',
    'outside_root',
    'linked',
    'not_found',
    'not_text',
    'permission_denied',
    'disk_error',
  ],
  argumentReasons: { artifact_path: 'invalid_path', source_path: 'invalid_path' },
  argumentOrder: ['artifact_path', 'source_path', 'cited_ranges'],
  before: async (_context, input, failingKey) => {
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
