import type { FindLimits, FoundPassage } from './family-find.ts'

export type FamilyPassage = FoundPassage & { readonly family: string }

/**
 * The passages of all families in one order and one budget. Confidence is the same function everywhere, so it decides; a passage that no
 * longer fits gives way to the next that does, and the best always comes, since a family keeps to the same limits.
 */
export function mergePassages(found: readonly FamilyPassage[], { maxPassages, maxChars }: FindLimits): FamilyPassage[] {
  const taken: FamilyPassage[] = []
  let room = maxChars
  for (const passage of found.map((one) => judgedByAll(one, found)).toSorted((a, b) => b.confidence - a.confidence)) {
    if (taken.length === maxPassages) break
    const size = [...passage.text].length
    if (size > room || taken.some((other) => isSame(other, passage))) continue
    taken.push(passage)
    room -= size
  }
  return taken
}

/**
 * What several families found is one passage, judged several times among different neighbours: the mean of that is what it is worth.
 * The highest would make it the surer the more families were asked.
 */
function judgedByAll(passage: FamilyPassage, found: readonly FamilyPassage[]): FamilyPassage {
  const best = new Map([[passage.family, passage.confidence]])
  for (const other of found) {
    if (other.family === passage.family || !isSame(other, passage)) continue
    best.set(other.family, Math.max(best.get(other.family) ?? 0, other.confidence))
  }
  const sum = [...best.values()].reduce((total, confidence) => total + confidence, 0)
  return { ...passage, confidence: Math.round((1000 * sum) / best.size) / 1000 }
}

/** Families may stand on overlapping folders: the same lines found twice are one passage. */
function isSame(a: FamilyPassage, b: FamilyPassage): boolean {
  return a.text.includes(b.text) || b.text.includes(a.text)
}
