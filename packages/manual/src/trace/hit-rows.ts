import { type ListRequest, type Page, pageOf } from '@shoko/contract'
import type { Gap } from '../claims/open-questions.ts'
import type { ManualContext } from '../context.ts'
import { type Candidate, signalList } from '../find/candidate.ts'
import { matchedTerms, type TracedFindings, type UnscannedGroup } from '../find/findings.ts'
import { snippetsOf } from './snippets.ts'

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

export interface HitPage extends Page<object> {
  /** Set when all candidates are of one manual; their refs then leave it out. */
  readonly manualId?: string
}

export interface HitRequest extends ListRequest {
  readonly kind: HitKind
  readonly offset: number
  readonly limit: number
  /** With score parts and matched terms. */
  readonly explain: boolean
}

const TOP = 20

export async function hitPage(ctx: ManualContext, findings: TracedFindings, request: HitRequest): Promise<HitPage> {
  const { kind } = request
  switch (kind) {
    case 'candidates':
      return candidatePage(ctx, findings, request)
    case 'integrated_top':
      return rankedPage(ctx, { findings, candidates: findings.candidates.slice(0, TOP), show: integratedRow }, request)
    case 'unscanned':
      return page(ctx, findings.unscanned.flatMap(unscannedRows), request)
    case 'conflicts':
      return page(ctx, findings.conflicts, request)
    case 'gaps':
      return page(ctx, findings.gaps.map(gapRow), request)
    case 'claims':
    case 'evidences':
    case 'edges':
      return page(ctx, findings.graph[kind], request)
  }
}

async function candidatePage(ctx: ManualContext, findings: TracedFindings, request: HitRequest): Promise<HitPage> {
  const { candidates } = findings
  const manuals = new Set(candidates.map(({ place }) => place.ref.manual_id))
  const [only] = manuals
  const isOne = manuals.size === 1 && only !== undefined
  const show = (candidate: Candidate) => compactRow(candidate, isOne ? undefined : candidate.place.ref.manual_id)
  const rows = await rankedPage(ctx, { findings, candidates, show }, request)
  return isOne ? { ...rows, manualId: only } : rows
}

interface RankedRows {
  readonly findings: TracedFindings
  readonly candidates: readonly Candidate[]
  readonly show: (candidate: Candidate) => Row
}

interface Row {
  readonly ref: object
  readonly score: number
  readonly reason?: string
}

/** Snippets are read for the rows of the page only. */
async function rankedPage(ctx: ManualContext, { findings, candidates, show }: RankedRows, request: HitRequest): Promise<HitPage> {
  const { offset, limit, explain } = request
  const shown = candidates.slice(offset, offset + limit)
  const snippets = await snippetsOf(ctx.corpus, { query: findings.query, candidates: shown })
  return pageOf(candidates, request, {
    hardMaxChars: ctx.settings.hardMaxChars,
    identityOf: ({ place }) => `${place.file}:${place.ref.start_line}`,
    show(candidate) {
      const snippet = snippets.get(candidate)
      return {
        ...show(candidate),
        ...(snippet === undefined ? {} : { snippet }),
        ...(explain ? explained(findings, candidate) : {}),
      }
    },
  })
}

function page(ctx: ManualContext, rows: readonly object[], request: HitRequest): HitPage {
  const { hardMaxChars } = ctx.settings
  return pageOf(rows, request, { hardMaxChars, show: (row) => row, identityOf: (row) => JSON.stringify(row) })
}

function compactRow({ place, signals, score }: Candidate, manualId: string | undefined): Row {
  const { path, start_line } = place.ref
  const manual = manualId === undefined ? {} : { manual_id: manualId }
  return { ref: { ...manual, path, start_line, title: place.title, signals: signalList(signals) }, score: round(score) }
}

function integratedRow({ place, signals, score }: Candidate): Row {
  const ref = { ...place.ref, json_path: null, title: place.title, signals: signalList(signals) }
  return { ref, score: round(score), reason: 'ranked_by_integration' }
}

/** Why a candidate stands where it does. */
function explained(findings: TracedFindings, candidate: Candidate) {
  const rounded = Object.entries(findings.scoreParts(candidate)).map(([name, value]) => [name, round(value)])
  return { matched_terms: matchedTerms(findings, candidate), score_parts: Object.fromEntries(rounded) }
}

function gapRow({ reason, gap_hint }: Gap): object {
  return { reason, gap_hint }
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
