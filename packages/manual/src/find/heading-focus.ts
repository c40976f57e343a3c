import { type Candidate, reward } from './candidate.ts'

const MAX_GROUPS = 3

/** Rewards candidates of the strongest heading groups: where several sections under one heading answer, the answer is likely there. */
export function focusHeadings(candidates: readonly Candidate[], weight: number): readonly Candidate[] {
  const strengths = new Map<string, number>()
  for (const { place, signals, score } of candidates) {
    if (signals.includes('heading')) strengths.set(place.group, (strengths.get(place.group) ?? 0) + score)
  }
  const focused = strongest(strengths)
  return candidates.map((candidate) =>
    focused.includes(candidate.place.group) ? reward(candidate, 'heading_focus', weight) : candidate,
  )
}

type Strength = readonly [group: string, strength: number]

/** The first few by strength, equal ones by name. */
function strongest(strengths: ReadonlyMap<string, number>): string[] {
  const best: Strength[] = []
  for (const entry of strengths) {
    let place = best.length
    while (place > 0 && byStrength(best[place - 1]!, entry) > 0) place--
    if (place >= MAX_GROUPS) continue
    best.splice(place, 0, entry)
    if (best.length > MAX_GROUPS) best.pop()
  }
  return best.map(([group]) => group)
}

function byStrength([a, left]: Strength, [b, right]: Strength): number {
  return right - left || (a < b ? -1 : 1)
}
