import { byRank, type Candidate, reward } from './candidate.ts'

const MAX_GROUPS = 3

/** Candidates of the strongest heading groups: where several sections under one heading answer, the answer is likely there. */
export function focusHeadings(candidates: readonly Candidate[], weight: number): Candidate[] {
  const strength = new Map<string, number>()
  for (const candidate of candidates) {
    if (!candidate.signals.includes('heading')) continue
    strength.set(candidate.group, (strength.get(candidate.group) ?? 0) + candidate.score)
  }
  const strongest = [...strength].sort(byStrength).slice(0, MAX_GROUPS)
  const focused = new Set(strongest.map(([group]) => group))
  return candidates
    .map((candidate) =>
      focused.has(candidate.group) ? reward(candidate, 'heading_focus', { value: weight, signal: 'heading_focus' }) : candidate,
    )
    .sort(byRank)
}

function byStrength([a, left]: readonly [string, number], [b, right]: readonly [string, number]): number {
  return right - left || (a < b ? -1 : 1)
}
