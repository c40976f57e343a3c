import { type Candidate, signalList } from '../find/candidate.ts'
import { type Findings, matchedTerms, type UnscannedGroup } from '../find/findings.ts'

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
  const manuals = new Set(candidates.map(({ place }) => place.ref.manual_id))
  const [only] = manuals
  if (manuals.size !== 1 || only === undefined)
    return page(candidates, slice, (candidate) => compactRow(findings, candidate, candidate.place.ref.manual_id))
  return { ...page(candidates, slice, (candidate) => compactRow(findings, candidate)), manualId: only }
}

function page<Row>(rows: readonly Row[], { offset, limit }: Slice, show: (row: Row) => object): HitPage {
  return { total: rows.length, items: rows.slice(offset, offset + limit).map(show) }
}

function compactRow(findings: Findings, candidate: Candidate, manualId?: string): object {
  const { place } = candidate
  const { path, start_line } = place.ref
  const signals = signalList(candidate.signals)
  const ref = { ...(manualId === undefined ? {} : { manual_id: manualId }), path, start_line, title: place.title, signals }
  return { ref, ...reasons(findings, candidate) }
}

function integratedRow(findings: Findings, candidate: Candidate): object {
  const { place, signals } = candidate
  const ref = { ...place.ref, json_path: null, title: place.title, signals: signalList(signals) }
  return { ref, ...reasons(findings, candidate), reason: 'ranked_by_integration' }
}

/** Why a candidate stands where it does. */
function reasons(findings: Findings, candidate: Candidate) {
  const rounded = Object.entries(findings.scoreParts(candidate)).map(([name, value]) => [name, round(value)])
  return {
    score: round(candidate.score),
    matched_terms: matchedTerms(findings, candidate),
    score_parts: Object.fromEntries(rounded),
  }
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
