import { type Candidate, ranked, reward } from './candidate.ts'

const MAX_GROUPS = 3

/** The candidates of a file under one heading. */
interface Group {
  readonly name: string
  strength: number
}

/** Candidates of the strongest heading groups: where several sections under one heading answer, the answer is likely there. */
export function focusHeadings(candidates: readonly Candidate[], weight: number): readonly Candidate[] {
  const files = new Map<string, Map<number, Group>>()
  for (const { place, signals, score } of candidates) {
    if (!signals.includes('heading')) continue
    const group = groupIn(files, place)
    group.strength += score
  }
  if (files.size === 0) return candidates
  const groups = [...files.values()].flatMap((groupsOfFile) => [...groupsOfFile.values()])
  const focused = new Set(groups.sort(byStrength).slice(0, MAX_GROUPS))
  const isFocused = ({ place }: Candidate) => focused.has(files.get(place.file)?.get(place.parent) as Group) // undefined is never in it
  return ranked(candidates.map((candidate) => (isFocused(candidate) ? reward(candidate, 'heading_focus', weight) : candidate)))
}

function groupIn(files: Map<string, Map<number, Group>>, { file, parent }: Candidate['place']): Group {
  let groups = files.get(file)
  if (groups === undefined) {
    groups = new Map()
    files.set(file, groups)
  }
  let group = groups.get(parent)
  if (group === undefined) {
    group = { name: `${file}:${parent}`, strength: 0 }
    groups.set(parent, group)
  }
  return group
}

function byStrength(a: Group, b: Group): number {
  return b.strength - a.strength || (a.name < b.name ? -1 : 1)
}
