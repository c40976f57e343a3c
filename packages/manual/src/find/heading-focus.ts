import { byRank, type Candidate, reward } from './candidate.ts'

const MAX_GROUPS = 3

/** Candidates of the strongest heading groups: where several sections under one heading answer, the answer is likely there. */
export function focusHeadings(candidates: readonly Candidate[], weight: number): readonly Candidate[] {
  const strength = new Map<string, number>()
  for (const candidate of candidates) {
    if (!candidate.signals.includes('heading')) continue
    const group = groupOf(candidate)
    strength.set(group, (strength.get(group) ?? 0) + candidate.score)
  }
  if (strength.size === 0) return candidates
  const focused = [...strength].sort(byStrength).slice(0, MAX_GROUPS)
  const files = focused.map(([group]) => group.slice(0, group.lastIndexOf(':')))
  const isFocused = (candidate: Candidate) =>
    files.includes(candidate.file) && focused.some(([group]) => group === groupOf(candidate))
  return candidates
    .map((candidate) => (isFocused(candidate) ? reward(candidate, 'heading_focus', weight) : candidate))
    .sort(byRank)
}

function groupOf({ file, parent }: Candidate): string {
  return `${file}:${parent}`
}

function byStrength([a, left]: readonly [string, number], [b, right]: readonly [string, number]): number {
  return right - left || (a < b ? -1 : 1)
}
