import { byScore } from '@shoko/search'
import type { NodePlace } from '../corpus/node-place.ts'

export const signalNames = ['heading', 'heading_focus', 'normalized', 'loose', 'exceptions', 'late_rerank'] as const
export type Signal = (typeof signalNames)[number]

/** Signals, a bit for each of the names in their order. */
export type SignalSet = number

/** There are few sets, and hundreds of candidates. */
const LISTS: readonly (readonly Signal[])[] = Array.from({ length: 2 ** signalNames.length }, (_, set) =>
  signalNames.filter((_name, place) => (set & (1 << place)) !== 0),
)

export function signalSet(...signals: readonly Signal[]): SignalSet {
  return signals.reduce((set, signal) => set | (1 << signalNames.indexOf(signal)), 0)
}

export function signalList(set: SignalSet): readonly Signal[] {
  return LISTS[set]!
}

/** A node that answers to the query, with everything that says why. */
export interface Candidate {
  readonly place: NodePlace
  readonly signals: SignalSet
  readonly score: number
  /**
   * Addends of the score, beside what the signals and the terms are worth: of the ranker, by the query's words and by synonyms, of
   * the late rerank; 0 for what added nothing.
   */
  readonly rank: number
  readonly synonyms: number
  readonly late: number
  /** The query's terms that the node holds, by their place in the query. */
  readonly terms: readonly number[]
}

/** Adds to the score and to the signals. */
export function reward(candidate: Candidate, signal: SignalSet, value: number): Candidate {
  const { place, signals, score, rank, synonyms, late, terms } = candidate
  return {
    place,
    signals: signals | signal,
    score: score + value,
    rank,
    synonyms,
    late: signal === LATE_RERANK ? late + value : late,
    terms,
  }
}

export const LATE_RERANK = signalSet('late_rerank')

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
