import { type Candidate, reward, signalSet } from './candidate.ts'

const MAX_GROUPS = 3
const HEADING = signalSet('heading')
const HEADING_FOCUS = signalSet('heading_focus')

/** Rewards candidates of the strongest heading groups: where several sections under one heading answer, the answer is likely there. */
export function focusHeadings(candidates: readonly Candidate[], weight: number): readonly Candidate[] {
  const strengths = new Map<string, number>()
  for (const { place, signals, score } of candidates) {
    if ((signals & HEADING) !== 0) strengths.set(place.group, (strengths.get(place.group) ?? 0) + score)
  }
  if (strengths.size === 0) return candidates
  const focused = strongest(strengths)
  return candidates.map((candidate) =>
    focused.includes(candidate.place.group) ? reward(candidate, HEADING_FOCUS, weight) : candidate,
  )
}

interface Strength {
  readonly group: string
  readonly strength: number
}

/** The first few by strength, equal ones by name. */
function strongest(strengths: ReadonlyMap<string, number>): string[] {
  const best: Strength[] = []
  strengths.forEach((strength, group) => {
    let place = best.length
    while (place > 0 && isStronger({ group, strength }, best[place - 1]!)) place--
    if (place >= MAX_GROUPS) return
    best.splice(place, 0, { group, strength })
    if (best.length > MAX_GROUPS) best.pop()
  })
  return best.map(({ group }) => group)
}

function isStronger(a: Strength, b: Strength): boolean {
  return a.strength > b.strength || (a.strength === b.strength && a.group < b.group)
}
