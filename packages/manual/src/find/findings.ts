import type { PassageLimits } from '@shoko/search'
import type { ClaimGraph } from '../claims/claim-graph.ts'
import type { Conflict, Gap } from '../claims/open-questions.ts'
import type { Candidate } from './candidate.ts'
import type { ManualPassage } from './passages.ts'
import type { Summary } from './summary.ts'

export type UnscannedReason = 'time_budget' | 'candidate_cap' | 'stage_cap'

/** Files left out for one reason. */
export interface UnscannedGroup {
  readonly reason: UnscannedReason
  readonly count: number
  /** Their keys; listed when somebody asks, for they may be thousands. */
  readonly keys: () => readonly string[]
}

/** What the score of each of these candidates is made of, in its finest parts; worked out when it is first asked for. */
export type Explainer = (candidates: readonly Candidate[]) => (candidate: Candidate) => Readonly<Record<string, number>>

/** All that a search found out. */
export interface Findings {
  readonly query: string
  /** Its words, as the user wrote them; candidates name them by their place. */
  readonly terms: readonly string[]
  readonly candidates: readonly Candidate[]
  /** What answers best, with the usual limits: claims and status are made of these, whatever the caller wants to see. */
  readonly passages: readonly ManualPassage[]
  /** The same evidence within other limits. */
  readonly passagesWithin: (limits: PassageLimits) => Promise<readonly ManualPassage[]>
  readonly graph: ClaimGraph
  readonly conflicts: readonly Conflict[]
  readonly gaps: readonly Gap[]
  readonly unscanned: readonly UnscannedGroup[]
  readonly summary: Summary
  /** Files in scope that cannot be searched: not text, or too large. */
  readonly warnings: number
  readonly explainer: Explainer
}

/** What manual_hits pages through: a trace shows it again. */
export interface TracedFindings
  extends Pick<Findings, 'query' | 'terms' | 'candidates' | 'graph' | 'conflicts' | 'gaps' | 'unscanned'> {
  readonly scoreParts: ReturnType<Explainer>
}

export function unscannedKeys({ unscanned }: Pick<Findings, 'unscanned'>): string[] {
  return unscanned.flatMap(({ keys }) => keys())
}

/** The words of the query that a candidate holds. */
export function matchedTerms({ terms }: Pick<Findings, 'terms'>, candidate: Candidate): string[] {
  return candidate.terms.map((term) => terms[term]!)
}

/** Its budget ended before all matching files were looked at. */
export function wasCut({ unscanned }: Findings): boolean {
  return unscanned.some(({ reason }) => reason !== 'stage_cap')
}
