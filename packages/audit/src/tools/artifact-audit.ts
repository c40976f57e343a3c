import { defineTool } from '@shoko/contract'
import { type LineRange, nextActions, nullable, oneOf, PathParam } from '@shoko/contract/schema'
import { codePointLength, parsePath, splitLines, stripBom } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { FINDING_KINDS, type FindingKind } from '../artifact/model.ts'
import { readArtifact } from '../artifact/read-artifact.ts'
import { CitedRanges, checkRanges } from '../cited-ranges.ts'
import type { AuditContext, AuditReason } from '../context.ts'
import { auditArtifact, type Finding } from '../graph.ts'
import { type Coverage, countRangeLines, measureCoverage, normaliseRanges, roundRatio, subtractRanges } from '../ranges.ts'

export const ArtifactAuditInput = Type.Object(
  { artifact_path: PathParam, source_path: PathParam, cited_ranges: Type.Optional(CitedRanges) },
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
  marginal_gain: nullable(Type.Number({ minimum: 0 })),
  needs_forced_full_scan: Type.Boolean(),
  next_actions: nextActions(['vault_scan', 'vault_coverage', 'artifact_audit', 'stop']),
  findings: Type.Array(Type.Object({ kind: oneOf(FINDING_KINDS), message: Type.String(), node_id: nullable(Type.String()) })),
})

export type ArtifactAuditInput = Static<typeof ArtifactAuditInput>
export type ArtifactAuditOutput = Static<typeof ArtifactAuditOutput>

/** Whether an artifact stands on its source. Checks come in the order paths, ranges, existence. */
export async function auditVaultArtifact(context: AuditContext, input: ArtifactAuditInput): Promise<ArtifactAuditOutput> {
  const artifactPath = parsePath(input.artifact_path)
  const sourcePath = parsePath(input.source_path)
  checkRanges(input.cited_ranges ?? [])
  const artifact = readArtifact(artifactPath, (await context.root.readText(artifactPath)).text)
  const source = splitLines(stripBom((await context.root.readText(sourcePath)).text))
  const findings = auditArtifact(artifact, source.length)
  const cited = input.cited_ranges ?? artifact.citations.map(({ range }) => range)
  const judged = {
    findings,
    cited: cited.length > 0,
    coverage: measureCoverage(cited, source.length),
    gain: marginalGain(cited, source),
  }
  const forced = needsFullScan(context, judged)
  return {
    artifact_path: artifactPath,
    source_path: sourcePath,
    rootless_nodes: countKind(findings, 'rootless_node'),
    orphan_branches: countKind(findings, 'orphan_branch'),
    one_way_refs: countKind(findings, 'one_way_ref'),
    coverage_ratio: judged.cited ? roundRatio(judged.coverage.ratio) : null,
    uncovered_ranges_count: judged.coverage.uncovered.length,
    marginal_gain: judged.gain === null ? null : roundRatio(judged.gain),
    needs_forced_full_scan: forced,
    next_actions: [forced ? scanNext(sourcePath, judged.coverage) : { type: 'stop', confidence: 0.9, params: null }],
    findings,
  }
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

function countKind(findings: readonly Finding[], kind: FindingKind): number {
  return findings.filter((finding) => finding.kind === kind).length
}

function scanNext(path: string, coverage: Coverage) {
  const start_line = coverage.uncovered[0]?.start_line ?? 1
  return { type: 'vault_scan' as const, confidence: 0.8, params: { path, cursor: { start_line } } }
}

export const artifactAudit = defineTool<AuditContext, typeof ArtifactAuditInput, typeof ArtifactAuditOutput, AuditReason>({
  name: 'artifact_audit',
  title: 'Check an artifact against its source',
  description:
    "Is a flowchart, table or document (Markdown, Mermaid, TSV, JSON) backed by its source? Reports rootless nodes, orphan branches and one-way references; without cited_ranges its own source_lines count. Follow next_actions. Example: {artifact_path: 'flow.md', source_path: 'interview.md'}.",
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
