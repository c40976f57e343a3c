import type { ClaimGraph } from '../claims/claim-graph.ts'
import { actionTypes, type NextAction } from './next-actions.ts'
import type { Summary } from './summary.ts'

/** What a host program may put in the place of the built-in parts. An answer of the wrong shape is ignored. */
export interface ManualHooks {
  /** Relevance of each candidate to the query, 0..1, in the order given; replaces the built-in late interaction. */
  readonly lateReranker?: (request: LateRerankRequest) => readonly number[] | Promise<readonly number[]>
  /** Vectors for texts; turns on cache hits by similarity. */
  readonly embed?: (texts: readonly string[]) => readonly (readonly number[])[] | Promise<readonly (readonly number[])[]>
  /** Proposes the next calls in place of the built-in rules. */
  readonly planner?: (request: PlannerRequest) => readonly NextAction[] | Promise<readonly NextAction[]>
}

export interface LateRerankRequest {
  readonly query: string
  readonly candidates: readonly {
    readonly manual_id: string
    readonly path: string
    readonly start_line: number
    readonly title: string
    readonly text: string
    readonly score: number
  }[]
  readonly top_n: number
  readonly weight: number
}

export interface PlannerRequest {
  readonly trace_id: string
  readonly query: string
  readonly summary: Summary
  readonly claim_graph: ClaimGraph
  readonly next_actions: readonly NextAction[]
}

/** The hook's scores, or undefined when they are not one finite number a candidate. */
export function wellFormedScores(answer: unknown, expected: number): readonly number[] | undefined {
  if (!Array.isArray(answer) || answer.length !== expected) return undefined
  return answer.every((score) => typeof score === 'number' && Number.isFinite(score)) ? (answer as number[]) : undefined // checked just now
}

export function wellFormedActions(answer: unknown): NextAction[] | undefined {
  return Array.isArray(answer) && answer.every(isAction) ? (answer as NextAction[]) : undefined // checked just now
}

function isAction(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { type, confidence, params } = value as Record<string, unknown> // an object; its properties are checked below
  const confident = confidence === null || (typeof confidence === 'number' && confidence >= 0 && confidence <= 1)
  const withParams = params === null || (typeof params === 'object' && !Array.isArray(params))
  return actionTypes.some((name) => name === type) && confident && withParams
}
