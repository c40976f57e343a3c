import { defineTool } from '@shoko/contract'
import { LineRange, listInput, listOutput, nextActions, PathParam } from '@shoko/contract/schema'
import { type LineReader, PATH_REASONS, parsePath, type RelativePath } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CitedRanges, checkRanges, sortOutStale } from '../cited-ranges.ts'
import type { AuditContext, AuditReason } from '../context.ts'
import { pageTogether } from '../page-together.ts'
import { type Coverage, measureCoverage, roundRatio } from '../ranges.ts'

export const VaultCoverageInput = Type.Object(
  { path: PathParam, cited_ranges: CitedRanges, ...listInput },
  { additionalProperties: false },
)

export const VaultCoverageOutput = Type.Object({
  path: Type.String(),
  total_lines: Type.Integer(),
  covered_lines: Type.Integer(),
  coverage_ratio: Type.Number({ minimum: 0, maximum: 1 }),
  covered_ranges: Type.Array(LineRange),
  uncovered_ranges: Type.Array(LineRange),
  stale_ranges: Type.Array(LineRange),
  meets_min_coverage: Type.Boolean(),
  hash: Type.String(),
  next_actions: nextActions(['vault_scan', 'artifact_audit', 'stop']),
  ...listOutput,
})

export type VaultCoverageInput = Static<typeof VaultCoverageInput>
export type VaultCoverageOutput = Static<typeof VaultCoverageOutput>

/** How much of a file the cited ranges cover. Checks come in the order path, ranges, existence. */
export async function measureVaultCoverage(ctx: AuditContext, input: VaultCoverageInput): Promise<VaultCoverageOutput> {
  const path = parsePath(input.path)
  checkRanges(input.cited_ranges)
  const { hash, totalLines } = await measured(ctx, path)
  const { fresh, stale } = sortOutStale(input.cited_ranges, hash)
  const coverage = measureCoverage(fresh, totalLines)
  const met = coverage.ratio >= ctx.settings.coverageMinRatio
  const { lists, ...page } = pageTogether(
    { covered_ranges: coverage.covered, uncovered_ranges: coverage.uncovered, stale_ranges: stale },
    input,
    ctx.settings,
  )
  const whole = lists.covered_ranges.length === coverage.covered.length
  return {
    path,
    total_lines: coverage.totalLines,
    covered_lines: coverage.coveredLines,
    coverage_ratio: roundRatio(coverage.ratio),
    ...lists,
    meets_min_coverage: met,
    hash,
    next_actions: [met ? auditNext(path, whole ? coverage.covered : undefined) : scanNext(path, coverage)],
    ...page,
  }
}

/** By its bytes, a part at a time: a text of millions of lines would hold up others as a whole. */
async function measured({ root }: AuditContext, path: RelativePath): Promise<Pick<LineReader, 'hash' | 'totalLines'>> {
  const lines = await root.openLines(path)
  lines.close()
  return lines
}

/** More ranges than an answer holds are not proposed: the audit then takes those that the artifact cites. */
function auditNext(path: string, covered: readonly LineRange[] | undefined) {
  const cited = covered === undefined ? {} : { cited_ranges: covered }
  return { type: 'artifact_audit' as const, confidence: 0.6, params: { source_path: path, ...cited } }
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
  errors: ['invalid_argument', ...PATH_REASONS, 'not_text'],
  argumentOrder: ['path', 'cited_ranges'],
  precheck: async (_context, input, failingKey) => {
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
