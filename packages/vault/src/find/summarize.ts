import { READY_FROM } from '@shoko/contract'
import type { Signal } from './finding.ts'
import type { Gathered } from './gather.ts'
import type { Candidate } from './integrate.ts'

export interface FindSummary {
  readonly scanned_files: number
  readonly scanned_nodes: number
  readonly candidates: number
  readonly warnings: number
  readonly max_stage_applied: number
  readonly scope_expanded: boolean
  readonly integrated_candidates: number
  readonly signal_coverage: { readonly normalized: number; readonly loose: number }
  readonly file_bias_ratio: number
  readonly gap_ranges_count: number
  readonly sufficiency_score: number
  readonly integration_status: 'ready' | 'needs_followup' | 'blocked'
  readonly cutoff_reason?: 'time_budget' | 'candidate_cap'
}

const INTEGRATION = 1.5

export interface Judged {
  readonly gathered: Gathered
  readonly termCount: number
  /** Of the best passage. */
  readonly confidence: number
}

export function summarize(candidates: readonly Candidate[], { gathered, termCount, confidence }: Judged): FindSummary {
  return {
    scanned_files: gathered.files,
    scanned_nodes: gathered.lines,
    candidates: gathered.hits.length,
    warnings: gathered.warnings,
    max_stage_applied: gathered.cut?.stage ?? INTEGRATION,
    scope_expanded: false,
    integrated_candidates: candidates.length,
    signal_coverage: { normalized: withSignal(candidates, 'normalized'), loose: withSignal(candidates, 'loose') },
    file_bias_ratio: fileBias(candidates),
    gap_ranges_count: termCount - new Set(candidates.flatMap((candidate) => candidate.terms)).size,
    sufficiency_score: confidence,
    integration_status: candidates.length === 0 ? 'blocked' : confidence >= READY_FROM ? 'ready' : 'needs_followup',
    ...(gathered.cut === undefined ? {} : { cutoff_reason: gathered.cut.reason }),
  }
}

/** The share of the file that has the most candidates. */
function fileBias(candidates: readonly Candidate[]): number {
  if (candidates.length === 0) return 0
  const perFile = Map.groupBy(candidates, (candidate) => candidate.path)
  return Math.max(...Array.from(perFile.values(), (list) => list.length)) / candidates.length
}

function withSignal(candidates: readonly Candidate[], signal: Signal): number {
  return candidates.filter((candidate) => candidate.signals.includes(signal)).length
}
