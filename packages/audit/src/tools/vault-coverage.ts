import { defineTool } from '@shoko/contract'
import { LineRange, nextActions, PathParam } from '@shoko/contract/schema'
import { countLines, parsePath, stripBom } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CitedRanges, checkRanges } from '../cited-ranges.ts'
import type { AuditContext, AuditReason } from '../context.ts'
import { type Coverage, measureCoverage, roundRatio } from '../ranges.ts'

export const VaultCoverageInput = Type.Object({ path: PathParam, cited_ranges: CitedRanges }, { additionalProperties: false })

export const VaultCoverageOutput = Type.Object({
  path: Type.String(),
  total_lines: Type.Integer(),
  covered_lines: Type.Integer(),
  coverage_ratio: Type.Number({ minimum: 0, maximum: 1 }),
  covered_ranges: Type.Array(LineRange),
  uncovered_ranges: Type.Array(LineRange),
  meets_min_coverage: Type.Boolean(),
  next_actions: nextActions(['vault_scan', 'artifact_audit', 'stop']),
})

export type VaultCoverageInput = Static<typeof VaultCoverageInput>
export type VaultCoverageOutput = Static<typeof VaultCoverageOutput>

/** How much of a file the cited ranges cover. Checks come in the order path, ranges, existence. */
export async function measureVaultCoverage(context: AuditContext, input: VaultCoverageInput): Promise<VaultCoverageOutput> {
  const path = parsePath(input.path)
  checkRanges(input.cited_ranges)
  const { text } = await context.root.readText(path)
  const coverage = measureCoverage(input.cited_ranges, countLines(stripBom(text)))
  const met = coverage.ratio >= context.settings.coverageMinRatio
  return {
    path,
    total_lines: coverage.totalLines,
    covered_lines: coverage.coveredLines,
    coverage_ratio: roundRatio(coverage.ratio),
    covered_ranges: [...coverage.covered],
    uncovered_ranges: [...coverage.uncovered],
    meets_min_coverage: met,
    next_actions: [met ? auditNext(path, coverage) : scanNext(path, coverage)],
  }
}

function auditNext(path: string, coverage: Coverage) {
  return { type: 'artifact_audit' as const, confidence: 0.6, params: { source_path: path, cited_ranges: coverage.covered } }
}

function scanNext(path: string, coverage: Coverage) {
  const start_line = coverage.uncovered[0]?.start_line ?? 1
  return { type: 'vault_scan' as const, confidence: 0.8, params: { path, cursor: { start_line } } }
}

export const vaultCoverage = defineTool<AuditContext, typeof VaultCoverageInput, typeof VaultCoverageOutput, AuditReason>({
  name: 'vault_coverage',
  title: 'Measure cited lines',
  description:
    "How much of a source have the cited lines covered, and which lines are left uncited? Use before you claim to have read it all. Example: {path: 'a.md', cited_ranges: [{start_line: 1, end_line: 40}]}.",
  effect: 'read',
  input: VaultCoverageInput,
  output: VaultCoverageOutput,
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
  argumentReasons: { path: 'invalid_path' },
  argumentOrder: ['path', 'cited_ranges'],
  before: async (_context, input, failingKey) => {
    if (failingKey === 'cited_ranges') parsePath(input.path)
  },
  logFields: (_input, { path, coverage_ratio, covered_ranges, uncovered_ranges }) => ({
    path,
    coverage_ratio,
    covered_ranges,
    uncovered_ranges,
  }),
  run: measureVaultCoverage,
})
