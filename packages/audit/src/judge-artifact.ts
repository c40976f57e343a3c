import { saying } from '@shoko/contract'
import type { LineRange } from '@shoko/contract/schema'
import { codePointLength, splitLines, stripBom } from '@shoko/core-fs'
import type { Artifact, ArtifactNode, FindingKind } from './artifact/model.ts'
import { readArtifact } from './artifact/read-artifact.ts'
import { sortOutStale } from './cited-ranges.ts'
import type { AuditContext } from './context.ts'
import { auditArtifact, type Finding } from './graph.ts'
import { pageTogether } from './page-together.ts'
import { type Coverage, countRangeLines, measureCoverage, normalizeRanges, roundRatio, subtractRanges } from './ranges.ts'
import type { ArtifactAuditInput, ArtifactAuditOutput } from './tools/artifact-audit.ts'
import { notUnderstood } from './understanding.ts'

/** All that an audit looks at: plain data, so that a thread can be given it. */
export interface AuditJob {
  readonly artifact: { readonly path: string; readonly text: string }
  readonly source: { readonly path: string; readonly text: string; readonly hash: string }
  readonly input: ArtifactAuditInput
  readonly settings: AuditContext['settings']
}

export function judgeArtifact({ artifact: file, source: sourceFile, input, settings }: AuditJob): ArtifactAuditOutput {
  const artifact = readArtifact(file.path, file.text)
  const source = splitLines(stripBom(sourceFile.text))
  const { fresh, stale } = sortOutStale(input.cited_ranges ?? [], sourceFile.hash)
  const cited = input.cited_ranges === undefined ? artifact.citations.map(({ range }) => range) : fresh
  const judged = {
    findings: auditArtifact(artifact, source.length),
    cited: cited.length > 0,
    coverage: measureCoverage(cited, source.length),
    gain: marginalGain(cited, source),
  }
  const forced = needsFullScan(settings, judged)
  const warnings = notUnderstood(artifact, file.text === '' ? 0 : 1)
  return {
    artifact_path: file.path,
    source_path: sourceFile.path,
    ...countFindings(judged.findings),
    coverage_ratio: judged.cited ? roundRatio(judged.coverage.ratio) : null,
    uncovered_ranges_count: judged.coverage.uncovered.length,
    marginal_gain: judged.gain === null ? null : roundRatio(judged.gain),
    needs_forced_full_scan: forced,
    next_actions: [forced ? scanNext(sourceFile.path, judged.coverage) : { type: 'stop', confidence: 0.9, params: null }],
    ...pageOfLists(settings, { input, artifact, judged, stale }),
    ...saying(warnings),
  }
}

/** One offset for all lists of the answer; `total` counts the findings. */
function pageOfLists(
  settings: AuditContext['settings'],
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

function needsFullScan(settings: AuditContext['settings'], { findings, cited, coverage, gain }: Judged): boolean {
  if (findings.length > 0) return true
  if (!cited) return coverage.totalLines > 0
  if (coverage.ratio < settings.coverageMinRatio) return true
  return gain !== null && gain >= settings.marginalGainMin && coverage.uncovered.length > 0
}

/** Lines that the last cited range adds to the others, for each token (four characters) that it costs to read. */
function marginalGain(cited: readonly LineRange[], source: readonly string[]): number | null {
  const last = cited.at(-1)
  if (last === undefined) return null
  const [range] = normalizeRanges([last], source.length)
  if (range === undefined) return 0
  const added = countRangeLines(subtractRanges(range, normalizeRanges(cited.slice(0, -1), source.length)))
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
