import type { Candidate } from '../find/candidate.ts'
import type { Findings, UnscannedGroup } from '../find/findings.ts'

export const hitKinds = [
  'candidates',
  'unscanned',
  'conflicts',
  'gaps',
  'integrated_top',
  'claims',
  'evidences',
  'edges',
] as const
export type HitKind = (typeof hitKinds)[number]

export interface HitPage {
  readonly total: number
  readonly items: readonly object[]
  /** Set when all candidates are of one manual; their refs then leave it out. */
  readonly manualId?: string
}

interface Slice {
  readonly offset: number
  readonly limit: number
}

const TOP = 20

export function hitPage(findings: Findings, kind: HitKind, slice: Slice): HitPage {
  switch (kind) {
    case 'candidates':
      return candidatePage(findings, slice)
    case 'integrated_top':
      return page(findings.candidates.slice(0, TOP), slice, (candidate) => integratedRow(findings, candidate))
    case 'unscanned':
      return page(findings.unscanned.flatMap(unscannedRows), slice, (row) => row)
    case 'conflicts':
    case 'gaps':
      return page<object>(findings[kind], slice, (row) => row)
    case 'claims':
    case 'evidences':
    case 'edges':
      return page<object>(findings.graph[kind], slice, (row) => row)
  }
}

function candidatePage(findings: Findings, slice: Slice): HitPage {
  const { candidates } = findings
  const manuals = new Set(candidates.map(({ manualId }) => manualId))
  const [only] = manuals
  if (manuals.size !== 1 || only === undefined)
    return page(candidates, slice, (candidate) => compactRow(findings, candidate, candidate.manualId))
  return { ...page(candidates, slice, (candidate) => compactRow(findings, candidate)), manualId: only }
}

function page<Row>(rows: readonly Row[], { offset, limit }: Slice, show: (row: Row) => object): HitPage {
  return { total: rows.length, items: rows.slice(offset, offset + limit).map(show) }
}

function compactRow(findings: Findings, candidate: Candidate, manualId?: string): object {
  const { path, startLine, title, signals } = candidate
  const ref = { ...(manualId === undefined ? {} : { manual_id: manualId }), path, start_line: startLine, title, signals }
  return { ref, ...reasons(findings, candidate) }
}

function integratedRow(findings: Findings, candidate: Candidate): object {
  const { manualId, path, startLine, title, signals } = candidate
  const ref = { target: 'manual', manual_id: manualId, path, start_line: startLine, json_path: null, title, signals }
  return { ref, ...reasons(findings, candidate), reason: 'ranked_by_integration' }
}

/** Why a candidate stands where it does. */
function reasons({ scoreParts }: Findings, candidate: Candidate) {
  const { score, matched } = candidate
  const rounded = Object.entries(scoreParts(candidate)).map(([name, value]) => [name, round(value)])
  return { score: round(score), matched_terms: matched, score_parts: Object.fromEntries(rounded) }
}

function unscannedRows({ reason, keys }: UnscannedGroup): object[] {
  return keys().map((key) => {
    const slash = key.indexOf('/')
    return { manual_id: key.slice(0, slash), path: key.slice(slash + 1), reason }
  })
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
