import { byScore } from '@shoko/search'
import type { NodePlace } from '../corpus/node-place.ts'

export const signalNames = ['heading', 'heading_focus', 'normalized', 'loose', 'exceptions', 'late_rerank'] as const
export type Signal = (typeof signalNames)[number]

/** A node that answers to the query, with everything that says why. */
export interface Candidate {
  readonly place: NodePlace
  readonly signals: readonly Signal[]
  readonly score: number
  /**
   * Addends of the score, beside what the signals are worth: of the ranker, by the query's words and by synonyms, of coverage, of
   * the late rerank; 0 for what added nothing.
   */
  readonly rank: number
  readonly synonyms: number
  readonly coverage: number
  readonly late: number
  /** The query's terms that the node holds, by their place in the query. */
  readonly terms: readonly number[]
}

/** Adds to the score and to the signals. */
export function reward(candidate: Candidate, signal: Signal, value: number): Candidate {
  const { place, signals, score, rank, synonyms, coverage, late, terms } = candidate
  const more = signalNames.filter((name) => name === signal || signals.includes(name))
  return {
    place,
    signals: more,
    score: score + value,
    rank,
    synonyms,
    coverage,
    late: signal === 'late_rerank' ? late + value : late,
    terms,
  }
}

/** Score, then path, then line; the manual's name settles what is left, so that the order is total. */
export function ranked(candidates: readonly Candidate[]): Candidate[] {
  return byScore(candidates, comparePlaces)
}

function comparePlaces({ place: a }: Candidate, { place: b }: Candidate): number {
  return compare(a.ref.path, b.ref.path) || a.ref.start_line - b.ref.start_line || compare(a.ref.manual_id, b.ref.manual_id)
}

export function identity({ file, ref }: NodePlace): string {
  return `${file}:${ref.start_line}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
