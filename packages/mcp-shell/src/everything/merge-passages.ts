import type { FindLimits, FoundPassage } from './family-find.ts'

export type FamilyPassage = FoundPassage & { readonly family: string }

/**
 * The passages of all families in one order and one budget. Confidence is the same function everywhere, so it decides; a passage that no
 * longer fits gives way to the next that does, and the best always comes, since a family keeps to the same limits.
 */
export function mergePassages(found: readonly FamilyPassage[], { maxPassages, maxChars }: FindLimits): FamilyPassage[] {
  const taken: FamilyPassage[] = []
  let room = maxChars
  for (const passage of found.toSorted((a, b) => b.confidence - a.confidence)) {
    if (taken.length === maxPassages) break
    const size = [...passage.text].length
    if (size > room || repeats(passage, taken)) continue
    taken.push(passage)
    room -= size
  }
  return taken
}

/** Families may stand on overlapping folders: the same lines found twice are one passage. */
function repeats({ text }: FamilyPassage, taken: readonly FamilyPassage[]): boolean {
  return taken.some((other) => other.text.includes(text) || text.includes(other.text))
}
