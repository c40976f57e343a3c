import { READY_FROM } from '@shoko/contract'
import type { Candidate } from './candidate.ts'

export const integrationStatuses = ['ready', 'needs_followup', 'blocked'] as const

/** Measures derived from the claim graph and the pass that led to it; exactly these seven. */
export interface Summary {
  readonly scanned_files: number
  readonly scanned_nodes: number
  readonly candidates: number
  readonly file_bias_ratio: number
  readonly conflict_count: number
  readonly gap_count: number
  readonly integration_status: (typeof integrationStatuses)[number]
}

export interface Counts {
  readonly scannedFiles: number
  readonly scannedNodes: number
  readonly conflicts: number
  readonly gaps: number
  readonly bias: number
  /** Of the best passage. */
  readonly confidence: number
}

export function summarize(candidates: readonly Candidate[], counts: Counts): Summary {
  return {
    scanned_files: counts.scannedFiles,
    scanned_nodes: counts.scannedNodes,
    candidates: candidates.length,
    file_bias_ratio: counts.bias,
    conflict_count: counts.conflicts,
    gap_count: counts.gaps,
    integration_status: statusOf(candidates.length, counts),
  }
}

/** The share of the candidates that stand in the file with the most of them. */
export function fileBias(candidates: readonly Candidate[]): number {
  if (candidates.length === 0) return 0
  const counts = new Map<string, number>()
  let most = 0
  for (const { place } of candidates) {
    const count = (counts.get(place.file) ?? 0) + 1
    counts.set(place.file, count)
    if (count > most) most = count
  }
  return most / candidates.length
}

function statusOf(found: number, { confidence, conflicts, gaps }: Counts): Summary['integration_status'] {
  if (found === 0) return 'blocked'
  return confidence >= READY_FROM && conflicts === 0 && gaps === 0 ? 'ready' : 'needs_followup'
}
