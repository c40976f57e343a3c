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
  /** Names the heading above the node's own, by which candidates form groups. */
  readonly group: string
  readonly signals: readonly Signal[]
  readonly score: number
  /** Addends of the score, by name. */
  readonly parts: Readonly<Record<string, number>>
  /** The query's terms that the node holds, as the user wrote them. */
  readonly matched: readonly string[]
  readonly flags: NodeFlags
  /** 16 hex digits of the SHA-256 of the node's own text. */
  readonly digest: string
}

/** Adds to the score, under a name, and to the signals. */
export function reward(
  candidate: Candidate,
  part: string,
  { value, signal }: { readonly value: number; readonly signal?: Signal },
): Candidate {
  return {
    ...candidate,
    score: candidate.score + value,
    parts: { ...candidate.parts, [part]: value },
    signals: signal === undefined ? candidate.signals : inOrder([...candidate.signals, signal]),
  }
}

/** Two findings of the same nodes: the higher score, the union of signals and matched terms. */
export function mergeCandidates(first: readonly Candidate[], second: readonly Candidate[]): Candidate[] {
  const merged = new Map(first.map((candidate) => [identity(candidate), candidate]))
  for (const candidate of second) {
    const known = merged.get(identity(candidate))
    merged.set(identity(candidate), known === undefined ? candidate : mergePair(known, candidate))
  }
  return [...merged.values()].sort(byRank)
}

/** Score, then path, then line; the manual's name settles what is left, so that the order is total. */
export function byRank(a: Candidate, b: Candidate): number {
  return b.score - a.score || compare(a.path, b.path) || a.startLine - b.startLine || compare(a.manualId, b.manualId)
}

export function inOrder(signals: readonly Signal[]): Signal[] {
  return signalNames.filter((name) => signals.includes(name))
}

export function identity({ file, startLine }: Pick<Candidate, 'file' | 'startLine'>): string {
  return `${file}:${startLine}`
}

function mergePair(a: Candidate, b: Candidate): Candidate {
  const stronger = b.score > a.score ? b : a
  return {
    ...stronger,
    signals: inOrder([...a.signals, ...b.signals]),
    matched: [...new Set([...a.matched, ...b.matched])],
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
