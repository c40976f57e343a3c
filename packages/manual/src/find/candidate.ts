import type { NodeFlags } from '../corpus/node-flags.ts'

export const signalNames = ['heading', 'heading_focus', 'normalized', 'loose', 'exceptions', 'late_rerank'] as const
export type Signal = (typeof signalNames)[number]

/** A node that answers to the query, with everything that says why. */
export interface Candidate {
  /** The key of its file in the corpus. */
  readonly file: string
  readonly manualId: string
  readonly path: string
  readonly startLine: number
  readonly title: string
  /** The node of the heading above its own, by which the candidates of a file form groups; -1 for none. */
  readonly parent: number
  readonly signals: readonly Signal[]
  readonly score: number
  /** Addends of the score, beside what the signals are worth: of the ranker, by the query's words and by synonyms, of coverage, of the late rerank. */
  readonly rank: number | undefined
  readonly synonyms: number | undefined
  readonly coverage: number
  readonly late: number
  /** The query's terms that the node holds, as the user wrote them. */
  readonly matched: readonly string[]
  readonly flags: NodeFlags
  /** 16 hex digits of the SHA-256 of the node's own text. */
  readonly digest: string
}

/** Adds to the score and to the signals. */
export function reward(candidate: Candidate, signal: Signal, value: number): Candidate {
  return { ...candidate, score: candidate.score + value, signals: inOrder([...candidate.signals, signal]) }
}

/** Score, then path, then line; the manual's name settles what is left, so that the order is total. */
export function byRank(a: Candidate, b: Candidate): number {
  return b.score - a.score || compare(a.path, b.path) || a.startLine - b.startLine || compare(a.manualId, b.manualId)
}

function inOrder(signals: readonly Signal[]): Signal[] {
  return signalNames.filter((name) => signals.includes(name))
}

export function identity({ file, startLine }: Pick<Candidate, 'file' | 'startLine'>): string {
  return `${file}:${startLine}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
